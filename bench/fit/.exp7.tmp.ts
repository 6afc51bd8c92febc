import { sets, seg, vectors, background } from './.common.tmp'
import { fitFilingModel } from './filing-model'
import { FilingWorld, turnsOf } from '../filing-world'
import { likeness, calibrated } from '../../src-main/filing/similarity'
import { ownBackground } from '../../src-main/filing/background'
const train = Object.values(sets).flatMap(ts=>ts.filter((_,i)=>i%2!==0))
const model = fitFilingModel({talks:train, dialogues:seg, vectors, background, embeddingModelId:'x'})
import { writeFileSync } from 'node:fs'
console.log(JSON.stringify(model.choice,(k,v)=>typeof v==='number'?+v.toFixed(2):v))
const map = JSON.parse(process.env.MAP!)
for (const talk of [sets.dialogues![0]!,sets.dialogues![4]!,sets.languages![0]!]) {
  const w = new FilingWorld(model, map, true); const turns = turnsOf(talk,vectors); for (const t of turns) w.say(t); w.passTime(turns.at(-1)!.at+7*3600e3)
  const topic = new Map(talk.rows.map(r=>[r.id,r.oneoff?'ONE':r.topic]))
  const bs=[...w.buckets.values()].map(b=>{const m=new Map<string,number>(); for(const t of b.members){const k=topic.get(t.id)!; m.set(k,(m.get(k)??0)+1)} const s=[...m].sort((a,b)=>b[1]-a[1]); return {b,top:s[0]![0],desc:JSON.stringify(Object.fromEntries(s)),n:b.members.size}}).sort((a,b)=>b.n-a.n)
  for (const b of bs) console.log(b.b.id,b.b.status,b.desc)
  const bg=ownBackground(bs.map(b=>b.b.profile),background)
  const ps:any[]=[]; bs.forEach((a,i)=>bs.slice(i+1).forEach(b=>{const l=likeness(a.b.profile,b.b.profile,bg); ps.push({p:calibrated(l,map),same:a.top===b.top,s:`${a.top} ${a.n} ${b.top} ${b.n} cos ${l.cosine.toFixed(2)} att ${l.attenuation.toFixed(2)}`})}))
  ps.sort((a,b)=>b.p-a.p); for(const p of ps.filter(p=>p.same).slice(0,14)) console.log(p.p.toFixed(3),p.same,p.s); console.log('--'); for(const p of ps.filter(p=>!p.same).slice(0,6)) console.log(p.p.toFixed(3),p.same,p.s)
}
