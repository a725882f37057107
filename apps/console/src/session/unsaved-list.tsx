import { frameTexts } from '../texts/en/frame.ts'
import { type AllUnsavedWork, isAnyUnsaved, unsavedKinds, type UnsavedWork } from './unsaved-work.ts'

/** What would be lost, a line for each kind. */
export function UnsavedList({ work }: { readonly work: Partial<UnsavedWork> }) {
  return (
    <ul className="list-disc pl-5 text-ink-1">
      {unsavedKinds.map((kind) => {
        const count = work[kind] ?? 0
        return count > 0 && <li key={kind}>{frameTexts.unsaved[kind](count)}</li>
      })}
    </ul>
  )
}

/** What all tabs of this browser would lose. */
export function AllUnsavedLists({ work }: { readonly work: AllUnsavedWork }) {
  return (
    <>
      {isAnyUnsaved(work) && <UnsavedList work={work} />}
      {isAnyUnsaved(work.elsewhere) && (
        <>
          <p>{frameTexts.lostInOtherTabs}</p>
          <UnsavedList work={work.elsewhere} />
        </>
      )}
    </>
  )
}
