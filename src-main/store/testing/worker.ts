import { bundle } from './bundle'

/** The real store worker for tests. */
export const bundleWorker = () => bundle('src-main/store/worker.ts')
