import { visibleDirections } from '../texts/visible-directions.ts'

/** The end of an id or a path tells it from its neighbours, so the cut is in the middle. */
export function MiddleTruncated({ text: name, tail = 6 }: { readonly text: string; readonly tail?: number }) {
  const text = visibleDirections(name)
  const characters = [...text]
  if (characters.length <= tail * 2) return <bdi className="truncate">{text}</bdi>
  return (
    <bdi className="flex min-w-0" title={text}>
      <span className="overflow-hidden text-ellipsis whitespace-pre">{characters.slice(0, -tail).join('')}</span>
      <span className="shrink-0 whitespace-pre">{characters.slice(-tail).join('')}</span>
    </bdi>
  )
}
