import type { HealthReport } from '@shared/contract/health'
import { dayAt } from '../health/measures'
import { daysUpTo, healthFigures } from '../health/report'
import { slowByStatement } from '../store/slow-log'
import type { App } from './create-app'
import type { Handlers } from './requests'

const MOST_SLOW = 20
/** A local day may begin so much before the same day in UTC. */
const ZONES_MS = 14 * 3_600_000

/** Everything the health page shows, counted now on this computer. */
export async function healthReport(app: App, weeks: number): Promise<HealthReport> {
  const { timeZone } = app.place()
  const days = daysUpTo(dayAt(app.clock.now(), timeZone), weeks)
  const [from = '', to = ''] = [days[0], days.at(-1)]
  await app.measures.flush()
  const file = await app.memoryFile.read()
  const { backups, bytes, elsewhere } = await app.backups.state()
  const good = backups.filter((backup) => backup.verified)
  return {
    from,
    to,
    figures: healthFigures({
      days,
      counts: await app.store.health.counts(Date.parse(from) - ZONES_MS, timeZone),
      measures: await app.store.health.measures(from),
      memory: { tokens: file.tokens, most: file.maxTokens, tiers: file.metrics.tiers },
    }),
    backups: {
      count: backups.length,
      verified: good.length,
      lastAt: good[0]?.ts ?? null,
      bytes,
      elsewhere,
    },
    slow: slowByStatement(app.handle.storeDir).slice(0, MOST_SLOW),
  }
}

/** The health page. */
export const createHealthHandlers = (app: App) =>
  ({ 'health.report': ({ weeks }) => healthReport(app, weeks) }) satisfies Partial<Handlers>
