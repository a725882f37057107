import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { frameTexts } from '../../../texts/en/frame.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { inTrayOrder, isUnderWay, type Upload } from '../../../shared/uploads/upload.ts'
import { uploads, useUploads } from '../../../shared/uploads/uploads.ts'
import { UploadRow } from './upload-row.tsx'

const uploadsTexts = frameTexts.uploads

/** What is all done stays open for so long, and as long as somebody is at it. */
const seenMs = 8_000

/**
 * The files on their way, at the lower right of every screen. On a phone it begins as one line, and opens when one of them waits for
 * somebody.
 */
export function UploadTray() {
  const all = useUploads()
  const [isOpen, setOpen] = useState(() => matchMedia('(width >= 48rem)').matches)
  const hasUnderWay = all.some(isUnderWay)
  const waiting = all.filter(({ error }) => error !== undefined).length
  const [shownWaiting, setShownWaiting] = useState(0)
  if (waiting !== shownWaiting) {
    setShownWaiting(waiting)
    if (waiting > shownWaiting) setOpen(true)
  }
  const section = useRef<HTMLElement>(null)
  const isAllDone = all.every(({ status }) => status === 'done' || status === 'cancelled')
  useWhenSeen(section, isAllDone && isOpen, () => setOpen(false))
  return (
    <>
      <section
        ref={section}
        aria-label={uploadsTexts.title}
        className="fixed inset-x-2 bottom-2 z-30 animate-appear overflow-hidden rounded-large border border-line bg-ground-1 shadow-float tablet:right-4 tablet:bottom-4 tablet:left-auto tablet:w-96"
      >
        <header className="flex min-h-11 items-center gap-1 pr-2 pl-4">
          <h2 className="min-w-0 flex-1 truncate text-table font-semibold">{titleOf(all)}</h2>
          <IconButton
            label={isOpen ? uploadsTexts.collapse : uploadsTexts.expand}
            aria-expanded={isOpen}
            onPress={() => setOpen(!isOpen)}
          >
            {isOpen ? <ChevronDown /> : <ChevronUp />}
          </IconButton>
          {!hasUnderWay && (
            <IconButton label={uploadsTexts.clear} onPress={() => uploads.clear()}>
              <X />
            </IconButton>
          )}
        </header>
        {!isOpen && hasUnderWay && (
          <div className="px-4 pb-3">
            <Progress label={uploadsTexts.title} value={shareOf(all)} />
          </div>
        )}
        {isOpen && (
          <div className="max-h-[min(40dvh,20rem)] overflow-y-auto border-t border-line">
            <ul>
              {inTrayOrder(all).map((upload) => (
                <UploadRow key={upload.id} upload={upload} />
              ))}
            </ul>
          </div>
        )}
        <UploadNews all={all} />
      </section>
      {/* The page can be scrolled until its end stands above the tray. */}
      <div aria-hidden="true" className={isOpen ? 'h-[min(50dvh,25rem)]' : 'h-24'} />
    </>
  )
}

/** Calls when what is shown was there to be seen for a while, and nobody is at it with pointer or keyboard. */
function useWhenSeen(shown: RefObject<HTMLElement | null>, isDue: boolean, act: () => void): void {
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  useEffect(() => {
    if (!isDue) return
    const timer = setInterval(() => {
      const isInUse = shown.current?.matches(':hover, :focus-within') === true
      if (document.visibilityState === 'visible' && !isInUse) latest.current()
    }, seenMs)
    return () => clearInterval(timer)
  }, [isDue, shown])
}

function titleOf(all: readonly Upload[]): string {
  const count = (status: Upload['status'], of = all) => of.filter((upload) => upload.status === status).length
  const done = count('done')
  if (count('running') + count('queued') > 0) {
    const now = lastRound(all)
    return uploadsTexts.running(count('done', now), now.length - count('cancelled', now))
  }
  if (count('paused') > 0) return uploadsTexts.paused
  if (count('failed') > 0) return uploadsTexts.someFailed(count('failed'), done)
  return done > 0 ? uploadsTexts.allDone(done) : uploadsTexts.over
}

/** Those that came since all before them were over. */
function lastRound(all: readonly Upload[]): readonly Upload[] {
  const last = Math.max(...all.map(({ round }) => round))
  return all.filter(({ round }) => round === last)
}

/** How much of what is on its way and not given up is there, from 0 to 1. */
function shareOf(all: readonly Upload[]): number {
  const counted = lastRound(all).filter(({ status }) => status !== 'failed' && status !== 'cancelled')
  const sizeBytes = counted.reduce((sum, upload) => sum + upload.sizeBytes, 0)
  return sizeBytes === 0 ? 0 : counted.reduce((sum, upload) => sum + upload.sentBytes, 0) / sizeBytes
}

/** Says aloud what ended; progress is there to be read, and would never be quiet. */
function UploadNews({ all }: { readonly all: readonly Upload[] }) {
  const [news, setNews] = useState('')
  const before = useRef<readonly Upload[]>([])
  useEffect(() => {
    const known = new Map(before.current.map(({ id, status }) => [id, status]))
    before.current = all
    const ended = all.findLast(
      ({ id, status, error }) => known.get(id) !== status && (status === 'done' || error !== undefined),
    )
    if (ended === undefined) return
    setNews(wordsOf(ended))
  }, [all])
  return (
    <p role="status" className="sr-only">
      {news}
    </p>
  )
}

function wordsOf({ path, status }: Upload): string {
  if (status === 'done') return uploadsTexts.announceDone(path)
  return status === 'paused' ? uploadsTexts.announceHeld(path) : uploadsTexts.announceFailed(path)
}
