export * from './buckets'
export * from './conversation'
