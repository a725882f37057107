import { useState } from 'react'
import { auditTexts as texts } from '../../../../texts/en/audit.ts'
import { TextField } from '../../../../ui/text-field.tsx'
import type { AuditTexts } from '../../../../shared/audit/list-audit.ts'

const names = ['actor', 'action', 'target'] as const

/** Which entries are listed. A text counts when it is left or Enter is pressed. */
export function AuditFilters({
  wish,
  onChange,
}: {
  readonly wish: AuditTexts
  readonly onChange: (wish: AuditTexts) => void
}) {
  const [typed, setTyped] = useState(wish)
  const [known, setKnown] = useState(wish)
  // Back, or a link that leads here.
  if (known !== wish) {
    setKnown(wish)
    setTyped(wish)
  }
  const write = (): void => {
    const trimmed = { actor: typed.actor.trim(), action: typed.action.trim(), target: typed.target.trim() }
    if (names.some((name) => trimmed[name] !== wish[name])) onChange(trimmed)
  }
  return (
    <form
      aria-label={texts.filters}
      className="grid gap-2 tablet:grid-cols-3"
      onSubmit={(event) => {
        event.preventDefault()
        write()
      }}
    >
      {names.map((name) => (
        <TextField
          key={name}
          label={texts[name]}
          name={name}
          description={texts.filterHelp[name]}
          value={typed[name]}
          onChange={(text) => setTyped({ ...typed, [name]: text })}
          onBlur={write}
          autoComplete="off"
        />
      ))}
      <button type="submit" className="sr-only" tabIndex={-1}>
        {texts.filters}
      </button>
    </form>
  )
}
