import { VIEW_PIXELS } from '@shared/attached-file'

interface PictureFile {
  width: number
  height: number
  /** JPEG, at most `VIEW_PIXELS` wide and high, with nothing in it but the picture: neither place nor camera. */
  view: Uint8Array
}

/** An image as it is shown and sent; null for one that cannot be read. The file is decoded here, in the sandbox. */
export async function readPicture(file: Blob): Promise<PictureFile | null> {
  const bitmap = await createImageBitmap(file).catch(() => null)
  if (!bitmap) return null
  const { width, height } = bitmap
  const share = Math.min(1, VIEW_PIXELS / Math.max(width, height))
  const canvas = new OffscreenCanvas(Math.max(1, Math.round(width * share)), Math.max(1, Math.round(height * share)))
  const drawing = canvas.getContext('2d')
  if (!drawing) return null
  // what shows through in a JPEG would be black
  drawing.fillStyle = 'white'
  drawing.fillRect(0, 0, canvas.width, canvas.height)
  drawing.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.88 })
  return { width, height, view: new Uint8Array(await blob.arrayBuffer()) }
}
