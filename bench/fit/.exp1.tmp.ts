import { readTalks, readDialogues, readLabelled } from './data'
import { openVectorCache } from './vector-cache'
import { fitFilingModel, backgroundOf } from './filing-model'
import { runWorld } from '../filing-world'
import * as M from '../metrics'
const D='/work/shared/data/'
const cache = openVectorCache('/tmp/vectors/e5.bin','multilingual-e5-small', async()=>{throw new Error('no')})
const sets: Record<string, ReturnType<typeof readTalks>> = { streams: readTalks(D+'filing-streams.jsonl'), dialogues: readTalks(D+'filing-dialogues.jsonl'), languages: readTalks(D+'filing-languages.jsonl') }
const seg = readDialogues(D+'segments-superseg_validation.jsonl').slice(0,400).concat(readDialogues(D+'segments-tiage_validation.jsonl'))
const texts = [...Object.values(sets).flat().flatMap(t=>t.rows.map(r=>r.text)), ...seg.flatMap(d=>d.turns.map(t=>t.text))]
const vectors = await cache.vectors(texts)
const groups = [...sets.streams!.slice(0,2), ...sets.dialogues!.slice(0,2), ...sets.languages!].map(t=>t.rows.map(r=>vectors.get(r.text)!))
const background = backgroundOf([...groups, seg.flatMap(d=>d.turns.map(t=>vectors.get(t.text)!))])
const rowsOut: any[] = []
for (const fold of (process.env.FOLDS??'0,1').split(',').map(Number)) {
  const train = Object.values(sets).flatMap(ts=>ts.filter((_,i)=>i%2!==fold))
  let t=Date.now()
  const model = fitFilingModel({talks:train, dialogues:seg, vectors, background, embeddingModelId:'x'})
  console.log('fit',Date.now()-t)
  if (fold===0) { console.log(JSON.stringify(model.choice,(k,v)=>typeof v==='number'?+v.toFixed(2):v)); console.log(JSON.stringify(model.boundary.collapse.features,(k,v)=>typeof v==='number'?+v.toFixed(2):v)); console.log(JSON.stringify(model.informativeness.features,(k,v)=>typeof v==='number'?+v.toFixed(2):v)) }
  for (const [name, ts] of Object.entries(sets)) for (const talk of ts.filter((_,i)=>i%2===fold)) {
    for (const live of [true]) {
    t=Date.now()
    const r = runWorld(talk, vectors, model, process.env.MAP?JSON.parse(process.env.MAP):null, live)
    const truth = talk.rows.map(r=>r.topic)
    const sizes = new Map<string,number>(); talk.rows.forEach(x=>{ if(!x.oneoff) sizes.set(x.topic,(sizes.get(x.topic)??0)+1)})
    const gold = [...sizes.values()].filter(n=>n>5).length
    const oo = talk.rows.map((x,i)=>[x.oneoff,r.ephemeral[i]]).filter(x=>x[0])
    rowsOut.push({name,conv:talk.name,live,o2o:M.oneToOneOverlap(r.clusters,truth),ari:M.adjustedRandIndex(r.clusters,truth),v:M.vMeasure(r.clusters,truth),oneoff:oo.length?oo.filter(x=>x[1]).length/oo.length:NaN,active:r.activeBuckets,gold,topics:sizes.size,buckets:r.buckets,ms:r.judgeMs/talk.rows.length,merges:r.merges})
    }
  }
}
console.table(rowsOut.map(r=>Object.fromEntries(Object.entries(r).map(([k,v])=>[k,typeof v==='number'?+v.toFixed(3):v]))))
for (const n of Object.keys(sets)) { const rs=rowsOut.filter(r=>r.name===n); const mean=(k:string)=>{const xs=rs.map(r=>r[k]).filter(x=>!Number.isNaN(x)); return xs.length? +(xs.reduce((a,b)=>a+b,0)/xs.length).toFixed(3):NaN}; console.log(n,'o2o',mean('o2o'),'ari',mean('ari'),'v',mean('v'),'oneoff',mean('oneoff'),'active',mean('active'),'gold',mean('gold')) }
