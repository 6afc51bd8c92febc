import { CatchmentError } from '@shared/contract/errors'
import type { HealthFigure } from '@shared/contract/health'
import type { Command } from 'commander'
import { healthReport } from '../app/health-handlers'
import { parseCount } from './arguments'
import type { Cli } from './cli'
import { printValue } from './output'

/** What the health page shows, as text or as one JSON value. */
export function addHealthCommand(program: Command, cli: Cli): void {
  program
    .command('health')
    .description('how well the buckets keep themselves: every figure of the health page with its goal')
    .option('--weeks <n>', 'how many weeks to look back over, 1 to 52', '6')
    .action(async (options: { weeks: string }) => {
      const weeks = parseCount(options.weeks, '--weeks')
      if (weeks < 1 || weeks > 52) throw new CatchmentError('bad_request', '--weeks is between 1 and 52.')
      await cli.withApp({}, async (app) => {
        const report = await healthReport(app, weeks)
        const lines = report.figures.map(line)
        const { count, verified, lastAt } = report.backups
        lines.push(`backups: ${count}, ${verified} verified${lastAt === null ? '' : `, the last at ${lastAt}`}`)
        lines.push(`slow statements: ${report.slow.length}`)
        printValue(cli.out(), report, lines.join('\n'))
      })
    })
}

function line({ name, now, unit, period, parts, goal, met }: HealthFigure): string {
  const value = (n: number): string => (unit === 'share' ? `${Math.round(n * 100)} %` : String(Math.round(n * 10) / 10))
  const sign = goal?.kind === 'below' ? 'below' : 'at least'
  const wanted =
    goal === null
      ? ''
      : goal.kind === 'between'
        ? ` (goal ${goal.from} to ${goal.to})`
        : ` (goal ${sign} ${value(goal.value)})`
  const all = Object.entries(parts).map(([part, n]) => `${part} ${Math.round(n * 10) / 10}`)
  const shown =
    now === null
      ? 'nothing yet'
      : `${value(now)}${unit === 'count' ? ` this ${period}` : unit === 'share' ? '' : ` ${unit}`}`
  const verdict = met === false ? ', missed' : ''
  return `${name}: ${shown}${wanted}${verdict}${all.length > 0 ? `; ${all.join(', ')}` : ''}`
}
