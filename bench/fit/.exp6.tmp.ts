import { sets, seg, vectors, background, cache, D } from './.common.tmp'
import { emptyModel, fitInformativeness } from './filing-model'
import { readLabelled, withRequestsRelabelled } from './data'
import { fitLogistic } from './logistic'
import { seeded, shuffled } from './random'
import { CountedTerms } from '../filing-world'
import { profileFrom } from '../../src-main/filing/profile'
import { ownBackground } from '../../src-main/filing/background'
import { centredMean, cosine, dot, norm } from '../../src-main/filing/vectors'
const clinc = readLabelled(D+'labelled-clinc150.jsonl'), bank = readLabelled(D+'labelled-banking77.jsonl')
const v2 = await cache.vectors([...clinc.values(),...bank.values()].flat())
const all = new Map([...vectors, ...v2])
const model = emptyModel('x', background); model.informativeness = fitInformativeness(Object.values(sets).flat().map(withRequestsRelabelled), vectors, background)
const group=(ts:any[])=>{const m=new Map<string,string[]>(); for(const t of ts) for(const r of withRequestsRelabelled(t).rows) if(!r.oneoff){const l=m.get(r.topic)??[];m.set(r.topic,l);l.push(r.text)} return m}
const sources:any[] = [{name:'clinc',labels:clinc},{name:'banking',labels:bank},{name:'dialogues',labels:group(sets.dialogues!)},...sets.languages!.filter(t=>t.name!=='ja').map(t=>({name:t.name,labels:group([t])}))]
const SZ=[1,2,3,4,6,8,12,16,24,40]
function pairs(source:any,k:number,stores:number,seed:number){ const rnd=seeded(seed); const st=new CountedTerms(); for(const t of source.labels.values()) for(const x of t.slice(0,10)) st.add(x); const out:any[]=[]
 const labels=[...source.labels.keys()].filter((_:any,i:number)=>i%2===k)
 for(let s=0;s<stores;s++){ const bs:any[]=[]; shuffled(labels,rnd).slice(0,20).forEach((label,i)=>{ const texts=shuffled(source.labels.get(label)!,rnd); const a=SZ[Math.floor(rnd()*10)]!,b=SZ[Math.floor(rnd()*10)]!; for(const part of i<3?[texts.slice(0,a),texts.slice(a,a+b)]:[texts.slice(0,a)]) if(part.length) bs.push({label,p:profileFrom({id:'?' as any,title:'',status:'active'},part.map((text:any,i:number)=>({id:String(i) as any,role:'user' as const,text,at:i,vector:all.get(text)!,bucketId:null,stretchId:null,locked:false})),st,model)})})
  const bg=ownBackground(bs.map(b=>b.p),background); const bb=dot(bg,bg)
  for(const b of bs){ b.m=centredMean(b.p.sum,b.p.weight,bg); b.M=dot(b.m,b.m); let mb=0; for(let i=0;i<384;i++) mb+=b.p.sum[i]!/b.p.weight*bg[i]!; b.T=1-2*mb+bb; const n=b.p.messages; b.S=n>1?(n*b.M-b.T)/(n-1):NaN }
  const S0=0.35
  for(const b of bs){ const n=b.p.messages; const prior=S0*b.T; const k0=2; b.S = Math.max(0.05*b.T, n>1 ? ((n-1)*b.S+k0*prior)/(n-1+k0) : prior) }
  for(let i=0;i<bs.length;i++)for(let j=i+1;j<bs.length;j++){const a=bs[i],b=bs[j]; const c=cosine(a.m,b.m), d=Math.max(-1,Math.min(1.6,dot(a.m,b.m)/Math.sqrt(a.S*b.S))); const na=a.p.messages,nb=b.p.messages; const h=2*na*nb/(na+nb); out.push({src:source.name,c,d,h,na,nb,same:a.label===b.label,la:a.label,lb:b.label})}
 } return out}
const tr=sources.flatMap(s=>pairs(s,0,s.labels.size<30?300:150,1)); 
const te=new Map(sources.map(s=>[s.name,pairs(s,1,s.labels.size<30?150:150,2)]))
const forms:Record<string,(p:any)=>number[]>={ cos:p=>[1,Math.log(p.h),p.c,p.c*Math.log(p.h)], deb:p=>[1,Math.log(p.h),p.d,p.d*Math.log(p.h)], debn:p=>[1,Math.log(p.h),p.d,p.d*Math.sqrt(p.h)], both:p=>[1,Math.log(p.h),p.d,p.d*Math.log(p.h),p.c,p.c*Math.log(p.h)] }
for (const [name,f] of Object.entries(forms)) { const cnt:any={}; for(const p of tr) cnt[p.src]=(cnt[p.src]??0)+1; const w=fitLogistic(tr.map(p=>({x:f(p),y:p.same?1:0,weight:1/cnt[p.src]})),new Float64Array(f(tr[0]).length).fill(1e-6),400); console.log(name,[...w].map(x=>x.toFixed(2)).join(' '))
 for (const [s,ps] of te) { const sc=ps.map((p:any)=>({...p,pr:1/(1+Math.exp(-f(p).reduce((a,x,i)=>a+x*w[i]!,0)))})); const big=sc.filter((p:any)=>Math.min(p.na,p.nb)>=8); const yes=sc.filter((p:any)=>p.pr>=.9&&Math.min(p.na,p.nb)>=4); const srt=[...big].sort((a:any,b:any)=>b.pr-a.pr); let tp=0,rec=0; const P=big.filter((p:any)=>p.same).length; srt.forEach((p:any,i:number)=>{if(p.same)tp++; if(tp/(i+1)>=.99) rec=tp/P}); console.log('  ',s,'prec@.9',(yes.filter((p:any)=>p.same).length/yes.length).toFixed(3),'rec8@.9',(big.filter((p:any)=>p.same&&p.pr>=.9).length/P).toFixed(3),'R8@P99',rec.toFixed(3)); if(name==='deb'&&(s==='banking'||s==='clinc')){ const m:any={}; yes.filter((p:any)=>!p.same).forEach((p:any)=>{const k=[p.la,p.lb].sort().join('~');m[k]=(m[k]??0)+1}); console.log(m)} } }
