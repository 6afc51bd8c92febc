import { waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { i18n } from '../app/i18n'
import { fakeMain } from '../testing/fake-bridge'
import { show } from '../testing/render'
import { aBucket } from '../testing/samples'
import { type BucketActs, bucketMenu, useBucketActs } from './use-bucket-acts'

function Probe({ onActs }: { onActs: (acts: BucketActs) => void }) {
  onActs(useBucketActs())
  return null
}

it('saves one bucket to a file, in either form, from its menu', async () => {
  const main = fakeMain({ 'profiles.export': () => null })
  const bucket = aBucket('dogs_001')
  const given: BucketActs[] = []
  show(<Probe onActs={(acts) => given.push(acts)} />)
  const [acts] = given
  if (!acts) throw new Error('it was not rendered')
  const menu = bucketMenu(bucket, acts, i18n.t)
  for (const label of ['Save as JSONL…', 'Save as Markdown…']) menu.find((entry) => entry?.label === label)?.onSelect()
  await waitFor(() =>
    expect(main.inputsOf('profiles.export')).toEqual([
      { bucketId: 'dogs_001', format: 'jsonl' },
      { bucketId: 'dogs_001', format: 'markdown' },
    ]),
  )
})
