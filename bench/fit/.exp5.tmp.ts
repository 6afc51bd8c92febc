import { sets, seg, vectors, background, cache, D } from './.common.tmp'
import { fitFilingModel, emptyModel, fitInformativeness } from './filing-model'
import { readLabelled, withRequestsRelabelled } from './data'
import { storesOfPairs, fitSimilarity, measure, reliability, madeCautious } from './similarity-map'
const clinc = readLabelled(D+'labelled-clinc150.jsonl'), bank = readLabelled(D+'labelled-banking77.jsonl')
const v2 = await cache.vectors([...clinc.values(),...bank.values()].flat())
const all = new Map([...vectors, ...v2])
const model = emptyModel('x', background); model.informativeness = fitInformativeness(Object.values(sets).flat().map(withRequestsRelabelled), vectors, background)
const group=(ts:any[])=>{const m=new Map<string,string[]>(); for(const t of ts) for(const r of withRequestsRelabelled(t).rows) if(!r.oneoff){const l=m.get(r.topic)??[];m.set(r.topic,l);l.push(r.text)} return m}
const sources = [{name:'clinc',labels:clinc},{name:'banking',labels:bank},{name:'dialogues',labels:group(sets.dialogues!)}, ...sets.languages!.filter(t=>t.name!=='ja').map(t=>({name:t.name,labels:group([t])}))]
const split=(s:any,k:number)=>[...s.labels.keys()].filter((_:any,i:number)=>i%2===k)
const train = sources.flatMap(s=>storesOfPairs(s,split(s,0),s.labels.size<30?300:150,1,all,model))
for (const src of [['clinc','banking','dialogues','de','it','tr'],['clinc','banking']]) {
const tr=train.filter(p=>src.includes(p.source)); const map0 = fitSimilarity(tr, 'x'); const map=madeCautious(map0,tr); console.log('shift',map0.bias-map.bias)
console.log(src, JSON.stringify(map))
for (const s of sources) { const test = storesOfPairs(s,split(s,1),100,2,all,model); for (const t of [.85,.9]) console.log(s.name,t,JSON.stringify(measure(test,map,t),(k,v)=>typeof v==='number'?+v.toFixed(4):v)); if(false) console.table(reliability(test,map)) }
}
