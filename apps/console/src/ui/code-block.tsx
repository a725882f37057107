import { Check, Copy } from 'lucide-react'
import { uiTexts } from '../texts/en/ui.ts'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { useCopy } from './copyable.tsx'
import { highlight } from './highlight.ts'

export interface CodeBlockProps {
  readonly label: string
  readonly code: string
  /** The button stands below the code, where the code is as wide as there is room. */
  readonly isNarrow?: boolean
  /** The button has the focus from the start, where copying is what one came for. */
  readonly hasFocus?: boolean
}

const colours = { keyword: 'text-kind-4', string: 'text-kind-3', comment: 'text-ink-3', plain: undefined } as const

/** Code to take away: scrolls sideways, copies whole. */
export function CodeBlock({ label, code, isNarrow = false, hasFocus = false }: CodeBlockProps) {
  const { isCopied, copy } = useCopy()
  return (
    <div className="relative bg-ground-2">
      <pre
        tabIndex={0}
        aria-label={label}
        className={classNames(
          'fade-edges overflow-x-auto px-4 py-3.5 text-code leading-5 outline-offset-[-2px]',
          !isNarrow && 'tablet:pr-28',
        )}
      >
        <code>
          {highlight(code).map(({ kind, text }, at) => (
            <span key={at} className={colours[kind]}>
              {text}
            </span>
          ))}
        </code>
      </pre>
      <div
        className={classNames(
          'flex justify-end px-2.5 pb-2.5',
          !isNarrow && 'tablet:absolute tablet:top-2.5 tablet:right-2.5 tablet:p-0',
        )}
      >
        <Button size="small" autoFocus={hasFocus} onPress={() => copy(code)} icon={isCopied ? <Check /> : <Copy />}>
          {isCopied ? uiTexts.copiedShort : uiTexts.copy}
        </Button>
      </div>
      <span role="status" className="sr-only">
        {isCopied ? uiTexts.copied(label) : ''}
      </span>
    </div>
  )
}
