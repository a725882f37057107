import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { uiTexts } from '../texts/en/ui.ts'
import { classNames } from './class-names.ts'
import { MiddleTruncated } from './middle-truncated.tsx'
import { Tooltip } from './tooltip.tsx'
import { visibleDirections } from '../texts/visible-directions.ts'
import { Button } from './button.tsx'

export interface CopyableProps {
  readonly value: string
  /** What the value is, such as "request id". */
  readonly label: string
  /** Shown in the place of the value, which is copied whole. */
  readonly shown?: string
  readonly className?: string
}

/** An id, a path or a value: cut in its middle when room is short, whole on hover and focus, copied by a click. */
export function Copyable({ value, label, shown, className }: CopyableProps) {
  const { isCopied, copy } = useCopy()
  return (
    <Tooltip text={visibleDirections(value)}>
      <AriaButton
        onPress={() => copy(value)}
        aria-label={isCopied ? uiTexts.copied(label) : uiTexts.copyValue(label, value)}
        className={classNames(
          'group -mx-1 inline-flex max-w-full min-w-0 items-center gap-1.5 rounded-small px-1 py-0.5 text-left font-mono text-code text-ink-1 hover:bg-ground-3',
          className,
        )}
      >
        <MiddleTruncated text={shown ?? value} />
        {isCopied ? (
          <Check className="size-3.5 shrink-0 text-moss" aria-hidden="true" />
        ) : (
          <Copy
            className="size-3.5 shrink-0 text-ink-3 opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100 touch:opacity-100"
            aria-hidden="true"
          />
        )}
      </AriaButton>
    </Tooltip>
  )
}

/** Copies a text and says for a moment that it did. */
export function useCopy(): { readonly isCopied: boolean; readonly copy: (text: string) => void } {
  const [copiedAt, setCopiedAt] = useState<number>()
  useEffect(() => {
    if (copiedAt === undefined) return
    const timer = setTimeout(() => setCopiedAt(undefined), 1600)
    return () => clearTimeout(timer)
  }, [copiedAt])
  return {
    isCopied: copiedAt !== undefined,
    copy: (text) => {
      void writeClipboard(text).then((isWritten) => {
        if (isWritten) setCopiedAt(performance.now())
      })
    },
  }
}

/** The clipboard needs a secure page; over plain http on another host an older way is left. */
async function writeClipboard(text: string): Promise<boolean> {
  if (navigator.clipboard !== undefined) {
    return await navigator.clipboard.writeText(text).then(
      () => true,
      () => copyBySelection(text),
    )
  }
  return copyBySelection(text)
}

function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea')
  area.value = text
  area.style.position = 'fixed'
  area.style.opacity = '0'
  document.body.append(area)
  area.select()
  const isCopied = document.execCommand('copy')
  area.remove()
  return isCopied
}

/** A value to take elsewhere: whole, in as many lines as it needs, with a button that copies it. */
export function CopyLine({ label, value }: { readonly label: string; readonly value: string }) {
  const { isCopied, copy } = useCopy()
  return (
    <div className="flex min-w-0 flex-wrap items-center justify-between gap-x-3 gap-y-2">
      <code className="min-w-0 text-code break-all">{value}</code>
      <Button
        size="small"
        aria-label={isCopied ? uiTexts.copied(label) : uiTexts.copyNamed(label)}
        onPress={() => copy(value)}
        icon={isCopied ? <Check /> : <Copy />}
      >
        {isCopied ? uiTexts.copiedShort : uiTexts.copy}
      </Button>
    </div>
  )
}
