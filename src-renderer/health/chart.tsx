import type { HealthFigure } from '@shared/contract/health'
import { Bar, BarChart, Line, LineChart, ReferenceArea, ReferenceLine, ResponsiveContainer, YAxis } from 'recharts'

const HEIGHT_PX = 64
const MARGIN = { top: 6, right: 2, bottom: 2, left: 2 }

/** How a figure went: bars for what is counted, a line for what stands at a level, and the goal behind them. */
export function Chart({ figure }: { figure: HealthFigure }) {
  const data = figure.series.map((value, index) => ({ index, value }))
  const isCount = figure.unit === 'count' && figure.name !== 'activeBuckets'
  const top = topOf(figure)
  const goal = <Goal figure={figure} top={top} />
  return (
    <div aria-hidden="true" className="h-16 w-full border-b border-line">
      <ResponsiveContainer width="100%" height={HEIGHT_PX} initialDimension={{ width: 260, height: HEIGHT_PX }}>
        {isCount ? (
          <BarChart data={data} margin={MARGIN} accessibilityLayer={false}>
            <YAxis hide domain={[0, top]} />
            {goal}
            <Bar dataKey="value" fill="var(--accent)" radius={2} isAnimationActive={false} />
          </BarChart>
        ) : (
          <LineChart data={data} margin={MARGIN} accessibilityLayer={false}>
            <YAxis hide domain={[0, top]} />
            {goal}
            <Line
              dataKey="value"
              stroke="var(--accent)"
              strokeWidth={1.75}
              dot={{ r: 1.5, fill: 'var(--accent)' }}
              connectNulls
              isAnimationActive={false}
            />
          </LineChart>
        )}
      </ResponsiveContainer>
    </div>
  )
}

/** The goal is always in the picture, so that one sees how far it is. */
function topOf({ series, goal }: HealthFigure): number {
  const most = Math.max(0, ...series.map((value) => value ?? 0))
  const wanted = goal === null ? 0 : goal.kind === 'between' ? goal.to : goal.value
  return Math.max(most, wanted) * 1.15 || 1
}

function Goal({ figure: { goal }, top }: { figure: HealthFigure; top: number }) {
  if (goal === null) return null
  if (goal.kind === 'between')
    return <ReferenceArea y1={goal.from} y2={goal.to} fill="var(--accent-wash)" fillOpacity={1} ifOverflow="hidden" />
  return <ReferenceLine y={Math.min(goal.value, top)} stroke="var(--field)" strokeDasharray="3 3" />
}
