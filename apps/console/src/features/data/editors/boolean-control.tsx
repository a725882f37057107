import { dataTexts } from '../../../texts/en/data.ts'
import { Switch } from '../../../ui/switch.tsx'
import type { ControlProps } from './control-props.ts'

/** On is true, and the word says so. */
export function BooleanControl({ field, autoFocus, onText }: ControlProps) {
  const isOn = field.value === 'true'
  return (
    <div className="flex items-center gap-3 self-end pb-1.5 touch:pb-2.5">
      <Switch label={dataTexts.value} isOn={isOn} autoFocus={autoFocus} onChange={(next) => onText(String(next))} />
      <span className="font-mono text-code" aria-hidden="true">
        {String(isOn)}
      </span>
    </div>
  )
}
