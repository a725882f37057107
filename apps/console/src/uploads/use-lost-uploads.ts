import { useEffect, useRef, useState } from 'react'
import { useSignedIn } from '../session/session-context.tsx'
import { forgetLost, type LostUploads, UploadNames } from './lost-uploads.ts'
import { openPages } from './open-pages.ts'
import type { Upload } from './upload.ts'
import { uploads } from './uploads.ts'

const pages = openPages()

export interface LostList {
  readonly lost: readonly LostUploads[]
  readonly forget: (one: LostUploads, path: string) => void
  readonly forgetAll: () => void
}

/** The files that didn't arrive when an earlier page ended, with what forgets them; meanwhile the names of this page's are kept. */
export function useLostUploads(): LostList {
  const uid = useSignedIn()?.account.uid
  const [lost, setLost] = useState<readonly LostUploads[]>([])
  const latest = useRef(lost)
  const show = (next: readonly LostUploads[]): void => {
    if (next === latest.current) return
    latest.current = next
    setLost(next)
  }
  useEffect(() => {
    if (uid === undefined || pages === undefined) return undefined
    const names = new UploadNames(pages, uid)
    let isCurrent = true
    let isDue = false
    // Many files are added one by one; their names are written once.
    const note = (): void => {
      if (isDue) return
      isDue = true
      queueMicrotask(() => {
        isDue = false
        if (!isCurrent) return
        const all = uploads.getSnapshot()
        names.note(all)
        show(withoutArrived(latest.current, all))
      })
    }
    const unsubscribe = uploads.subscribe(note)
    void pages.open().then(async () => {
      const found = await names.findLost()
      if (isCurrent) show(found)
    })
    return () => {
      isCurrent = false
      unsubscribe()
      show([])
    }
  }, [uid])
  return {
    lost,
    forget: (one, path) => {
      const left = forgetLost(one, new Set([path]))
      show(lost.flatMap((other) => (other === one ? (left ?? []) : [other])))
    },
    forgetAll: () => {
      for (const one of lost) forgetLost(one)
      show([])
    },
  }
}

/** What was chosen again and is there is not lost any more. */
function withoutArrived(lost: readonly LostUploads[], all: readonly Upload[]): readonly LostUploads[] {
  if (lost.length === 0) return lost
  const isChanged = lost.some((one) => arrivedOf(one, all).size > 0)
  return isChanged ? lost.flatMap((one) => forgetLost(one, arrivedOf(one, all)) ?? []) : lost
}

function arrivedOf({ project, paths }: LostUploads, all: readonly Upload[]): ReadonlySet<string> {
  const arrived = new Set(
    all.flatMap((upload) => (upload.status === 'done' && upload.project === project ? [upload.path] : [])),
  )
  return new Set(paths.filter((path) => arrived.has(path)))
}
