/** The end of an id or a path tells it from its neighbours, so the cut is in the middle. */
export function MiddleTruncated({ text, tail = 6 }: { readonly text: string; readonly tail?: number }) {
  const characters = [...text]
  if (characters.length <= tail * 2) return <span className="truncate">{text}</span>
  return (
    <span className="flex min-w-0">
      <span className="truncate">{characters.slice(0, -tail).join('')}</span>
      <span className="shrink-0 whitespace-pre">{characters.slice(-tail).join('')}</span>
    </span>
  )
}
