import { Link, useRouter } from '@tanstack/react-router'
import { Fragment, useEffect, useRef, useState } from 'react'
import { frameTexts } from '../../../texts/en/frame.ts'
import { classNames } from '../../../ui/class-names.ts'
import { MiddleTruncated } from '../../../ui/middle-truncated.tsx'
import type { Crumb } from '../crumbs.ts'
import { visibleDirections } from '../../../texts/visible-directions.ts'
import { goToPath, type PathOrigin } from '../go-to-path.ts'

/** The parts of the address as links. A phone shows the last two of them; when more lead there, the one above the last is a mark. */
export function BreadcrumbPath({ crumbs }: { readonly crumbs: readonly Crumb[] }) {
  const last = crumbs.length - 1
  return (
    <nav aria-label={frameTexts.breadcrumb} className="min-w-0">
      <ol className="flex min-w-0 items-center gap-1.5 text-table text-ink-2">
        {crumbs.map((crumb, at) => {
          const isFarUp = at < last - 1
          const isMark = at === last - 1 && at > 0
          return (
            <Fragment key={crumb.href}>
              {at > 0 && (
                <li
                  aria-hidden="true"
                  className={classNames('shrink-0 text-ink-3', at < last && 'hidden tablet:block')}
                >
                  /
                </li>
              )}
              {at === last ? (
                <li
                  aria-current="page"
                  title={shownText(crumb)}
                  className={classNames(
                    'flex min-w-0 font-medium text-ink-1',
                    at > 0 && 'max-tablet:max-w-[calc(100%-2.625rem)] max-tablet:shrink-0',
                  )}
                >
                  <CrumbText crumb={crumb} />
                </li>
              ) : (
                <li
                  className={classNames(
                    'min-w-0 max-tablet:overflow-hidden tablet:shrink-[2]',
                    isMark ? 'max-tablet:shrink-0' : 'max-tablet:shrink-[8]',
                    isFarUp ? 'hidden tablet:flex' : 'flex',
                  )}
                >
                  <Link
                    to={crumb.href}
                    search={crumb.search}
                    title={shownText(crumb)}
                    {...(isMark && { 'aria-label': shownText(crumb) })}
                    className="flex min-h-6 min-w-0 items-center rounded-small hover:text-ink-1 hover:underline max-tablet:outline-offset-[-2px] touch:min-h-10"
                  >
                    {isMark && (
                      <span aria-hidden="true" className="min-w-6 text-center tablet:hidden">
                        …
                      </span>
                    )}
                    <span className={classNames('min-w-0', isMark ? 'hidden tablet:flex' : 'flex')}>
                      <CrumbText crumb={crumb} />
                    </span>
                  </Link>
                </li>
              )}
            </Fragment>
          )
        })}
      </ol>
    </nav>
  )
}

function CrumbText({ crumb }: { readonly crumb: Crumb }) {
  return crumb.isWord ? <span className="truncate">{crumb.text}</span> : <MiddleTruncated text={crumb.text} />
}

function shownText({ text, isWord }: Crumb): string {
  return isWord ? text : visibleDirections(text)
}

interface PathEditorProps {
  readonly origin: PathOrigin
  readonly initial: string
  readonly onClose: () => void
}

/** A path to type or to paste; Enter goes there, Escape leaves things as they are. */
export function PathEditor({ origin, initial, onClose }: PathEditorProps) {
  const router = useRouter()
  const [path, setPath] = useState(initial)
  const [isRefused, setRefused] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.select(), [])

  return (
    <form
      className="relative min-w-0 flex-1"
      onSubmit={(event) => {
        event.preventDefault()
        const href = goToPath(path, origin, location.origin)
        if (href === undefined) {
          setRefused(true)
          return
        }
        onClose()
        void router.navigate({ href })
      }}
    >
      <input
        ref={input}
        aria-label={frameTexts.goToPath}
        aria-invalid={isRefused}
        {...(isRefused && { 'aria-describedby': 'path-message' })}
        value={path}
        placeholder={frameTexts.goToPathHint}
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        onChange={(event) => {
          setPath(event.target.value)
          setRefused(false)
        }}
        onBlur={onClose}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose()
        }}
        className="h-8 w-full rounded border border-sky bg-ground-1 px-2 font-mono text-code outline-1 outline-offset-0 outline-sky aria-invalid:border-crimson aria-invalid:outline-crimson"
      />
      {isRefused && (
        <p
          id="path-message"
          role="alert"
          className="absolute top-9 left-0 z-10 rounded-small border border-crimson-line bg-crimson-wash px-2 py-1 text-table text-crimson shadow-float"
        >
          {frameTexts.pathNotFound}
        </p>
      )}
    </form>
  )
}
