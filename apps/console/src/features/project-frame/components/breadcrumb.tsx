import { Link, useLocation, useRouter } from '@tanstack/react-router'
import { Pencil } from 'lucide-react'
import { Fragment, useEffect, useRef, useState } from 'react'
import { frameTexts } from '../../../texts/en/frame.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { MiddleTruncated } from '../../../ui/middle-truncated.tsx'
import { crumbsOf } from '../crumbs.ts'
import { goToPath } from '../go-to-path.ts'

/** The address as a path: each part is a link, and the whole can be edited. */
export function Breadcrumb({ project }: { readonly project: string | undefined }) {
  const { pathname } = useLocation()
  const [isEditing, setEditing] = useState(false)
  const crumbs = crumbsOf(pathname)

  if (isEditing) {
    return (
      <PathEditor
        project={project}
        initial={crumbs.map(({ text }) => text).join('/')}
        onClose={() => setEditing(false)}
      />
    )
  }
  return (
    <div className="group flex min-w-0 flex-1 items-center gap-1">
      <nav aria-label={frameTexts.breadcrumb} className="min-w-0">
        <ol className="flex min-w-0 items-center gap-1.5 font-mono text-code text-ink-2">
          {crumbs.map((crumb, at) => (
            <Fragment key={crumb.href}>
              {at > 0 && (
                <li aria-hidden="true" className="hidden shrink-0 text-ink-3 tablet:block">
                  /
                </li>
              )}
              {at === crumbs.length - 1 ? (
                <li aria-current="page" title={crumb.text} className="flex min-w-0 font-medium text-ink-1">
                  <MiddleTruncated text={crumb.text} />
                </li>
              ) : (
                <li className="hidden min-w-0 shrink-[2] tablet:flex">
                  <Link
                    to={crumb.href}
                    title={crumb.text}
                    className="flex min-w-0 rounded-small hover:text-ink-1 hover:underline"
                  >
                    <MiddleTruncated text={crumb.text} />
                  </Link>
                </li>
              )}
            </Fragment>
          ))}
        </ol>
      </nav>
      <span className="hidden opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 tablet:inline touch:opacity-100">
        <IconButton label={frameTexts.goToPath} size="small" onPress={() => setEditing(true)}>
          <Pencil />
        </IconButton>
      </span>
      {/* The empty rest of the bar opens the editor too, as an address bar does; the button is the way by keyboard. */}
      <div aria-hidden="true" className="h-8 min-w-4 flex-1 cursor-text" onClick={() => setEditing(true)} />
    </div>
  )
}

interface PathEditorProps {
  readonly project: string | undefined
  readonly initial: string
  readonly onClose: () => void
}

function PathEditor({ project, initial, onClose }: PathEditorProps) {
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
        const href = goToPath(path, project, location.origin)
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
        className="h-8 w-full rounded border border-ember bg-ground-1 px-2 font-mono text-code outline-2 outline-ember aria-invalid:border-crimson aria-invalid:outline-crimson"
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
