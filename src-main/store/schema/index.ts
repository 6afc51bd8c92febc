export * from './buckets'
export * from './conversation'
export * from './search'
export * from './summaries'
