import { sets, seg, vectors, background } from './.common.tmp'
import { fitFilingModel, segmentsOf } from './filing-model'
import { withRequestsRelabelled } from './data'
import { cutSegment } from '../../src-main/filing/stretches'
import { readTurn } from '../../src-main/filing/informativeness'
import { CountedTerms, turnsOf } from '../filing-world'
import { centre, choose } from '../../src-main/filing/candidates'
import { addReadTurns, emptyProfile } from '../../src-main/filing/profile'
import * as M from '../metrics'
import { cosine, centredMean } from '../../src-main/filing/vectors'
for (const fold of [0,1]) {
const train = Object.values(sets).flatMap(ts=>ts.filter((_,i)=>i%2!==fold))
const model = fitFilingModel({talks:train, dialogues:seg, vectors, background, embeddingModelId:'x'})
if (fold===0) console.log(JSON.stringify(model.choice,(k,v)=>typeof v==='number'?+v.toFixed(2):v))
for (const talk of sets.dialogues!.filter((_,i)=>i%2===fold)) for (const cuts of ['gold','model']) {
  const rel = withRequestsRelabelled(talk)
  const turns = turnsOf(talk, vectors); const st = new CountedTerms()
  const out:string[]=[]; let profs:any[]=[]; let made=0; const all:any[]=[]
  for (const {from,to} of segmentsOf(turns)) {
    for (let i=from;i<to;i++) st.add(turns[i]!.text)
    const read = turns.slice(from,to).map(t=>readTurn(t,st,model))
    let stretches:any[]
    if (cuts==='gold') { stretches=[]; for (let i=from;i<to;i++){ if(i===from||rel.rows[i]!.topic!==rel.rows[i-1]!.topic) stretches.push({turns:[],boundaryLogit:i===from?0:3}); stretches.at(-1).turns.push(read[i-from]) } }
    else stretches = cutSegment({turns:read,buckets:profs.map(p=>centre(p,background)),statistics:st,model})
    let prev:any=null; const earlier=new Set<string>()
    for (const s of stretches) {
      const p = addReadTurns(emptyProfile({id:'?' as any,title:'',status:'ephemeral'}),s.turns,st)
      all.push({p, n:s.turns.length})
      const ch = choose(p, profs.map(p=>centre(p,background)), {previous:prev,earlier,boundaryLogit:s.boundaryLogit}, st, model)[0]!
      let id = ch.bucket?.profile.id as any
      if (!id) { id='b'+(++made); profs.push(emptyProfile({id,title:'',status:'active'})) }
      profs = profs.map(q=>q.id===id?addReadTurns(q,s.turns,st):q)
      prev=id; earlier.add(id); for (const _ of s.turns) out.push(id)
    }
  }
  const truth = talk.rows.map(r=>r.topic)
  // offline average link clustering of stretches
  const N=all.length; const V=all.map(a=>{const v=centredMean(a.p.sum,a.p.weight,background); return v}); const D=V.map(v=>V.map(w=>cosine(v,w)))
  const offs:string[]=[]
  for (const th of [.55]) {
    let cl=all.map((_,i)=>[i])
    // weighted average link
    const W=all.map(a=>a.p.weight)
    const simc=(A:number[],B:number[])=>{let s=0,w=0;for(const a of A)for(const b of B){const x=W[a]!*W[b]!;s+=x*D[a]![b]!;w+=x}return s/w}
    const S=cl.map(a=>cl.map(b=>simc(a,b))); const alive=new Set(cl.map((_,i)=>i))
    while(true){ let bi=-1,bj=-1,bs=th; for(const i of alive)for(const j of alive) if(i<j&&S[i]![j]!>bs){bs=S[i]![j]!;bi=i;bj=j} if(bi<0)break; const wi=cl[bi]!.reduce((x,a)=>x+W[a]!,0), wj=cl[bj]!.reduce((x,a)=>x+W[a]!,0); for(const k of alive) {S[bi]![k]=S[k]![bi]=(S[bi]![k]!*wi+S[bj]![k]!*wj)/(wi+wj)} cl[bi]=cl[bi]!.concat(cl[bj]!); alive.delete(bj) }
    const lab:string[]=[]; for(const c of alive) for(const i of cl[c]!) lab[i]='c'+c
    const o:string[]=[]; all.forEach((a,i)=>{for(let k=0;k<a.n;k++)o.push(lab[i]!)}); offs.push(th+':'+M.oneToOneOverlap(o,truth).toFixed(3))
  }
  console.log(talk.name,cuts,'stretches',N,'o2o',M.oneToOneOverlap(out,truth).toFixed(3),'buckets',made,'offline',offs.join(' '))
}}
