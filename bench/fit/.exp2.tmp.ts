import { sets, seg, vectors, background } from './.common.tmp'
import { fitFilingModel, segmentsOf } from './filing-model'
import { cutSegment } from '../../src-main/filing/stretches'
import { readTurn } from '../../src-main/filing/informativeness'
import { boundaryLogit } from '../../src-main/filing/boundary'
import { CountedTerms, turnsOf, runWorld } from '../filing-world'
const train = Object.values(sets).flatMap(ts=>ts.filter((_,i)=>i%2!==0))
const model = fitFilingModel({talks:train, dialogues:seg, vectors, background, embeddingModelId:'x'})
for (const talk of sets.dialogues!.filter((_,i)=>i%2===0)) {
  const turns = turnsOf(talk, vectors); const st = new CountedTerms()
  let tp=0,fp=0,fn=0; const fps:string[]=[], fns:string[]=[]
  for (const {from,to} of segmentsOf(turns)) {
    for (let i=from;i<to;i++) st.add(turns[i]!.text)
    const read = turns.slice(from,to).map(t=>readTurn(t,st,model))
    const starts = new Set(cutSegment({turns:read,buckets:[],statistics:st,model}).map(s=>s.turns[0]!.turn.id))
    for (let i=from+1;i<to;i++) { const truth = talk.rows[i]!.topic!==talk.rows[i-1]!.topic; const said=starts.has(turns[i]!.id)
      const s=`${talk.rows[i-1]!.topic}>${talk.rows[i]!.topic} | ${talk.rows[i-1]!.text.slice(0,60)} || ${talk.rows[i]!.role[0]} ${talk.rows[i]!.text.slice(0,80)} w=${read[i-from]!.weight.toFixed(2)} gap ${((turns[i]!.at-turns[i-1]!.at)/60000).toFixed(0)}`
      if (truth&&said) tp++; else if (said){fp++;fps.push(s)} else if(truth){fn++;fns.push(s)} }
  }
  console.log(talk.name,'P',tp/(tp+fp),'R',tp/(tp+fn),tp,fp,fn)
  if (talk.name==='d4') { console.log('FP',fps.slice(0,30).join('\n')); console.log('FN',fns.slice(0,40).join('\n')) }
  const r = runWorld(talk,vectors,model,null)
  const tab = new Map<string,Map<string,number>>()
  talk.rows.forEach((x,i)=>{const c=r.clusters[i]!; const m=tab.get(c)??new Map(); tab.set(c,m); const t=x.oneoff?'ONE':x.topic; m.set(t,(m.get(t)??0)+1)})
  for (const [c,m] of [...tab].sort((a,b)=>[...b[1].values()].reduce((x,y)=>x+y,0)-[...a[1].values()].reduce((x,y)=>x+y,0)).slice(0,16)) console.log(c, JSON.stringify(Object.fromEntries([...m].sort((a,b)=>b[1]-a[1]))))
}
