import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { encodePath } from '../../../documents/data-path.ts'
import { databaseSearch } from '../../../shared/databases/database-search.ts'
import { useDatabase } from '../../../shared/databases/use-databases.ts'
import { lensTexts as texts } from '../../../texts/en/data-lens.ts'
import { formatNumber } from '../../../texts/format.ts'
import { DataTable } from '../../../ui/data-table.tsx'
import type { Relation } from './use-lens.ts'

/** In the units of the drawing, which are CSS pixels at its full size. */
const boxWidth = 132
const boxHeight = 32
const rowGap = 64
const columnGap = 84
const perRow = 4
/** How far a line goes below what it goes around. */
const bend = 28
const labelMax = 16

interface Box {
  readonly name: string
  readonly x: number
  readonly y: number
}

/** Collections and the references between them, drawn and as a table. */
export function RelationsMap({
  relations,
  current,
}: {
  readonly relations: readonly Relation[]
  readonly current: string
}) {
  return (
    <div className="grid gap-4">
      <div aria-hidden="true" className="overflow-x-auto rounded border border-line bg-ground-1 p-4">
        <Drawing relations={relations} current={current} />
      </div>
      <div className="overflow-hidden rounded border border-line bg-ground-1">
        <DataTable
          label={texts.relations}
          rows={relations}
          rowKey={({ from, field, to }) => `${from} ${field} ${to}`}
          columns={[
            { id: 'from', title: texts.from, cell: ({ from }) => <CollectionLink collection={from} /> },
            { id: 'field', title: texts.field, cell: ({ field }) => <code className="text-code">{field}</code> },
            { id: 'to', title: texts.leadsTo, cell: ({ to }) => <CollectionLink collection={to} /> },
            { id: 'count', title: texts.references, isNumber: true, cell: ({ count }) => formatNumber(count) },
          ]}
        />
      </div>
    </div>
  )
}

function Drawing({ relations, current }: { readonly relations: readonly Relation[]; readonly current: string }) {
  const arrow = useId()
  const boxes = placed(relations)
  const rows = Math.ceil(boxes.length / perRow)
  const columns = Math.min(perRow, boxes.length)
  const width = columns * (boxWidth + columnGap) - columnGap
  const height = rows * (boxHeight + rowGap) - rowGap + bend
  const at = new Map(boxes.map((box) => [box.name, box]))
  const edges = [...Map.groupBy(relations, ({ from, to }) => `${from}\n${to}`).values()]
  return (
    <svg
      viewBox={`-8 -28 ${width + 16} ${height + 36}`}
      width={width + 16}
      height={height + 36}
      className="mx-auto block"
    >
      <defs>
        <marker id={arrow} viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
          <path d="M0 0 8 4 0 8Z" className="fill-ink-3" />
        </marker>
      </defs>
      {edges.map((same) => {
        const [first] = same
        const [from, to] = [at.get(first?.from ?? ''), at.get(first?.to ?? '')]
        if (from === undefined || to === undefined) return null
        return (
          <Edge
            key={`${from.name} ${to.name}`}
            from={from}
            to={to}
            label={same.map(({ field }) => field).join(', ')}
            marker={`url(#${arrow})`}
          />
        )
      })}
      {boxes.map(({ name, x, y }) => (
        <g key={name} transform={`translate(${x} ${y})`}>
          <rect
            width={boxWidth}
            height={boxHeight}
            rx="7"
            className={name === current ? 'fill-sky-wash stroke-sky' : 'fill-ground-1 stroke-line-control'}
          />
          <text
            x={boxWidth / 2}
            y={boxHeight / 2 + 4}
            textAnchor="middle"
            className="fill-ink-1 text-table font-medium"
          >
            {shortened(name)}
          </text>
        </g>
      ))}
    </svg>
  )
}

/** From edge to edge of the boxes; from a box to itself above it. */
function Edge({
  from,
  to,
  label,
  marker,
}: {
  readonly from: Box
  readonly to: Box
  readonly label: string
  readonly marker: string
}) {
  const [x1, y1] = [from.x + boxWidth / 2, from.y + boxHeight / 2]
  const [x2, y2] = [to.x + boxWidth / 2, to.y + boxHeight / 2]
  if (from === to) {
    return (
      <>
        <path
          d={`M${x1 - 20} ${from.y}C${x1 - 24} ${from.y - 22} ${x1 + 24} ${from.y - 22} ${x1 + 20} ${from.y - 1}`}
          markerEnd={marker}
          className="fill-none stroke-ink-3"
        />
        <Label x={x1 + 44} y={from.y - 12} text={label} />
      </>
    )
  }
  if (y1 === y2 && Math.abs(x2 - x1) > boxWidth + columnGap) {
    // Below the boxes in between.
    const bottom = from.y + boxHeight
    return (
      <>
        <path
          d={`M${x1} ${bottom}Q${(x1 + x2) / 2} ${bottom + 2 * bend} ${x2} ${bottom + 1}`}
          markerEnd={marker}
          className="fill-none stroke-ink-3"
        />
        <Label x={(x1 + x2) / 2} y={bottom + bend - 4} text={label} />
      </>
    )
  }
  const begin = onBorder(x1, y1, x2, y2)
  const end = onBorder(x2, y2, x1, y1)
  return (
    <>
      <line x1={begin.x} y1={begin.y} x2={end.x} y2={end.y} markerEnd={marker} className="stroke-ink-3" />
      <Label x={(begin.x + end.x) / 2} y={(begin.y + end.y) / 2 - 4} text={label} />
    </>
  )
}

function Label({ x, y, text }: { readonly x: number; readonly y: number; readonly text: string }) {
  return (
    <text
      x={x}
      y={y}
      textAnchor="middle"
      className="fill-ink-2 stroke-ground-1 text-small [paint-order:stroke] [stroke-width:4px]"
    >
      {shortened(text)}
    </text>
  )
}

/** Where a line from the middle of a box to a point leaves the box. */
function onBorder(x: number, y: number, toX: number, toY: number): { readonly x: number; readonly y: number } {
  const [dx, dy] = [toX - x, toY - y]
  const share = Math.min(
    dx === 0 ? Infinity : boxWidth / 2 / Math.abs(dx),
    dy === 0 ? Infinity : boxHeight / 2 / Math.abs(dy),
  )
  return { x: x + dx * share, y: y + dy * share }
}

/** Row by row, every other row a little to the side, so that fewer lines go through boxes; those with most references first. */
function placed(relations: readonly Relation[]): readonly Box[] {
  const weights = new Map<string, number>()
  for (const { from, to } of relations) {
    for (const name of [from, to]) weights.set(name, (weights.get(name) ?? 0) + 1)
  }
  const names = [...weights].toSorted(([, one], [, other]) => other - one).map(([name]) => name)
  return names.map((name, index) => {
    const row = Math.floor(index / perRow)
    const shift = row % 2 === 0 ? 0 : columnGap / 2
    return { name, x: (index % perRow) * (boxWidth + columnGap) + shift, y: row * (boxHeight + rowGap) }
  })
}

/** The whole name is in the table. */
function shortened(text: string): string {
  return text.length <= labelMax ? text : `${text.slice(0, labelMax - 1)}…`
}

/** The way to a collection, where it is one and not many below documents. */
export function CollectionLink({ collection }: { readonly collection: string }) {
  const { project, id } = useDatabase()
  if (collection.includes('*')) return <bdi>{collection}</bdi>
  return (
    <Link
      to="/projects/$project/data/$"
      params={{ project: project.id, _splat: encodePath(collection) }}
      search={databaseSearch(id)}
      className="text-sky hover:underline"
    >
      <bdi>{collection}</bdi>
    </Link>
  )
}
