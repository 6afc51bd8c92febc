import { readTalks, readDialogues, readLabelled } from '/work/main/bench/fit/data'
import { openVectorCache } from '/work/main/bench/fit/vector-cache'
import { fitFilingModel, backgroundOf } from '/work/main/bench/fit/filing-model'
import { runWorld } from '/work/main/bench/filing-world'
import * as M from '/work/main/bench/metrics'
export const D='/work/shared/data/'
export const cache = openVectorCache('/tmp/vectors/e5.bin','multilingual-e5-small', async()=>{throw new Error('no')})
export const sets: Record<string, ReturnType<typeof readTalks>> = { streams: readTalks(D+'filing-streams.jsonl'), dialogues: readTalks(D+'filing-dialogues.jsonl'), languages: readTalks(D+'filing-languages.jsonl') }
export const seg = readDialogues(D+'segments-superseg_validation.jsonl').slice(0,400).concat(readDialogues(D+'segments-tiage_validation.jsonl'))
const texts = [...Object.values(sets).flat().flatMap(t=>t.rows.map(r=>r.text)), ...seg.flatMap(d=>d.turns.map(t=>t.text))]
export const vectors = await cache.vectors(texts)
const groups = [...sets.streams!.slice(0,2), ...sets.dialogues!.slice(0,2), ...sets.languages!].map(t=>t.rows.map(r=>vectors.get(r.text)!))
export const background = backgroundOf([...groups, seg.flatMap(d=>d.turns.map(t=>vectors.get(t.text)!))])
