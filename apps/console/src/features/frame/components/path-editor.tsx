import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { frameTexts } from '../../../texts/en/frame.ts'
import { goToPath, type PathOrigin } from '../go-to-path.ts'

export interface PathEditorProps {
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
        className="h-8 w-full rounded border border-ember bg-ground-1 px-2 font-mono text-code outline-1 outline-offset-0 outline-ember aria-invalid:border-crimson aria-invalid:outline-crimson"
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
