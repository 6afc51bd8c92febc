import { sets, seg, vectors, background } from './.common.tmp'
import { fitInformativeness, emptyModel, boundaryRows, dialogueRows, fitBoundary } from './filing-model'
import { withRequestsRelabelled } from './data'
const ap = (sc: {s:number,y:number}[]) => { sc=[...sc].sort((a,b)=>b.s-a.s); let tp=0,sum=0,best=0; const P=sc.reduce((x,r)=>x+r.y,0); sc.forEach((r,i)=>{ if(r.y){tp++; sum+=tp/(i+1)} best=Math.max(best,2*tp/(i+1+P))}); return [sum/P,best] }
for (const fold of [0,1]) {
 const tr = Object.values(sets).flatMap(ts=>ts.filter((_,i)=>i%2!==fold)).map(withRequestsRelabelled)
 const te = sets.dialogues!.filter((_,i)=>i%2===fold).map(withRequestsRelabelled)
 const model = emptyModel('x',background); model.informativeness=fitInformativeness(tr,vectors,background)
 for (const mode of ['collapse','live'] as const) {
  const rows = tr.flatMap(t=>boundaryRows(t,vectors,model,mode,1)); const dr = dialogueRows(seg,vectors,model,mode,1); const test=te.flatMap(t=>boundaryRows(t,vectors,model,mode,1)).filter(r=>!(r.x[r.names.indexOf('longGap')]))
  const names=test[0]!.names
  for (const [dw,vr,r] of [[0,3e-4,1e-4],[0.2,3e-4,1e-4],[1,3e-4,1e-4],[0.2,1e-4,1e-4],[0.2,1e-3,1e-4],[0.2,3e-5,1e-4],[.2,1e-4,1e-5],[.2,1e-4,1e-3],[0.5,1e-4,1e-4]] as const) {
   const m = fitBoundary([...rows, ...dr.map(x=>({...x,weight:dw}))], r, vr)
   const sc = test.map(row=>{ let s=0; names.forEach((n,i)=>s+=m.features[n]!*row.x[i]!); for(let i=0;i<384;i++) s+=m.own[i]!*row.x[names.length+i]!+m.previous[i]!*row.x[names.length+384+i]!; return {s,y:row.y}})
   const ll = sc.reduce((a,{s,y})=>a+Math.log1p(Math.exp(y?-s:s)),0)/sc.length
   console.log(fold,mode,'dw',dw,'vr',vr,'r',r,'n',sc.length,'pos',sc.filter(x=>x.y).length,'LL',ll.toFixed(4),'AP,F1',ap(sc).map(x=>x.toFixed(3)).join(' '))
  }
 }
}
