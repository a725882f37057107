import { appTexts } from '../texts/en/app.ts'
import { Mark } from '../ui/mark.tsx'

/** While the server is asked for the first time; not shown when it is quick. */
export function OpeningPage() {
  return (
    <div role="status" className="grid min-h-[60vh] place-items-center">
      <span className="animate-skeleton">
        <Mark size={32} />
        <span className="sr-only">{appTexts.opening}</span>
      </span>
    </div>
  )
}
