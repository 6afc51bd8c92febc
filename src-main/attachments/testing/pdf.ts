/**
 * Small PDF files, written by hand: pages of one line each. With `east` the font is one of those that the reader has to know the
 * characters of, as East Asian files have them.
 */
export function pdfOf(pages: readonly string[], { locked = false, east = false } = {}): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, i) => `${4 + 2 * i} 0 R`).join(' ')}] >>`,
    east ? EASTERN : '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages.flatMap((text, i) => {
      const content =
        text === ''
          ? ''
          : `BT /F1 12 Tf 72 720 Td ${east ? inUtf16(text) : `(${text.replace(/[\\()]/gu, '\\$&')})`} Tj ET`
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${5 + 2 * i} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ]
    }),
    // no password fits these
    ...(locked ? [`<< /Filter /Standard /V 1 /R 2 /P -4 /O <${'ab'.repeat(32)}> /U <${'cd'.repeat(32)}> >>`] : []),
  ]
  let body = '%PDF-1.4\n'
  const places = objects.map((object, i) => {
    const at = body.length
    body += `${i + 1} 0 obj\n${object}\nendobj\n`
    return at
  })
  const start = body.length
  const entries = places.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  const id = `/ID [<${'01'.repeat(16)}> <${'01'.repeat(16)}>]`
  const key = locked ? ` /Encrypt ${objects.length} 0 R ${id}` : ''
  body += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`
  body += `trailer << /Size ${objects.length + 1} /Root 1 0 R${key} >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(body, 'latin1')
}

const EASTERN = `<< /Type /Font /Subtype /Type0 /BaseFont /Mincho /Encoding /UniJIS-UTF16-H /DescendantFonts [
  << /Type /Font /Subtype /CIDFontType0 /BaseFont /Mincho /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 6 >>
  /FontDescriptor << /Type /FontDescriptor /FontName /Mincho /Flags 4 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 800
  /Descent -200 /CapHeight 700 /StemV 80 >> >> ] >>`
const inUtf16 = (text: string): string => `<${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`

/** The smallest JPEG there is, as far as its first bytes tell. */
export const JPEG = Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex')
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)
