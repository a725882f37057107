import { dataTexts } from '../../../texts/en/data.ts'
import { valueTexts } from '../../../texts/en/data-values.ts'
import { TextArea } from '../../../ui/text-area.tsx'
import { parseText } from '../../../documents/values/editor-text.ts'
import type { ControlProps } from './control-props.ts'

/** The numbers of a vector, and how many they are: a search finds only vectors of one length. */
export function VectorControl({ field, autoFocus, onText }: ControlProps) {
  const parsed = parseText('vector', field.value)
  const length = 'value' in parsed && parsed.value.kind === 'vector' ? parsed.value.values.length : undefined
  return (
    <TextArea
      {...field}
      onChange={onText}
      label={dataTexts.value}
      autoFocus={autoFocus}
      rows={3}
      isMonospaced
      description={
        <>
          {length !== undefined && <span className="font-medium text-ink-1">{valueTexts.dimensions(length)} </span>}
          {valueTexts.help.vector}
        </>
      }
    />
  )
}
