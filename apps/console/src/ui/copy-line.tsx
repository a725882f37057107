import { Check, Copy } from 'lucide-react'
import { uiTexts } from '../texts/en/ui.ts'
import { Button } from './button.tsx'
import { useCopy } from './copyable.tsx'

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
