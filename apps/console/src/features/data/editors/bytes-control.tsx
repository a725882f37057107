import { encodeBase64 } from '@hearth/model/base64'
import { FileUp } from 'lucide-react'
import { useState } from 'react'
import { FileTrigger } from 'react-aria-components/FileTrigger'
import { dataTexts } from '../../../texts/en/data.ts'
import { valueTexts } from '../../../texts/en/data-values.ts'
import { Button } from '../../../ui/button.tsx'
import { Choice } from '../../../ui/choice.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { formatBytes } from '../../../texts/format.ts'
import { type BytesNotation, bytesOfHex, hexOf } from '../../../documents/values/bytes-text.ts'
import { parseText } from '../../../documents/values/editor-text.ts'
import type { ControlProps } from './control-props.ts'

/** So many a field holds; the document around it has a little more. */
const bytesMax = 1_048_487
/** More than so many are not written out until somebody asks. */
const shownMax = 4096

/** Bytes as Base64 or hexadecimal digits, or those of a file. */
export function BytesControl({ field, autoFocus, onText }: ControlProps) {
  const [notation, setNotation] = useState<BytesNotation>('base64')
  const [hex, setHex] = useState('')
  const [refused, setRefused] = useState<string>()
  const [isWhole, setWhole] = useState(false)
  const parsed = parseText('bytes', field.value)
  const bytes = 'value' in parsed && parsed.value.kind === 'bytes' ? parsed.value.value : undefined
  const length = bytes?.length
  const isShown = isWhole || length === undefined || length <= shownMax

  const write = (text: string): void => {
    setRefused(undefined)
    if (notation === 'hex') setHex(text)
    const written = notation === 'hex' ? base64OfHex(text) : text
    if (written === undefined) onText(text, valueTexts.notHex)
    else if (written.length > (bytesMax / 3) * 4 + 4) onText(written, valueTexts.tooManyBytes(formatBytes(bytesMax)))
    else onText(written)
  }
  const takeFile = async (file: File): Promise<void> => {
    if (file.size > bytesMax) {
      setRefused(valueTexts.fileTooLarge(file.name, formatBytes(file.size), formatBytes(bytesMax)))
      return
    }
    try {
      const read = new Uint8Array(await file.arrayBuffer())
      setRefused(undefined)
      if (notation === 'hex') setHex(hexOf(read))
      onText(encodeBase64(read))
    } catch {
      setRefused(valueTexts.fileUnread(file.name))
    }
  }
  return (
    <div className="grid min-w-0 gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Choice
          label={valueTexts.notation}
          options={[
            { id: 'base64', label: 'Base64' },
            { id: 'hex', label: valueTexts.hex },
          ]}
          value={notation}
          onChange={(chosen) => {
            if (chosen === 'hex') setHex(bytes === undefined ? field.value : hexOf(bytes))
            setNotation(chosen)
          }}
        />
        <FileTrigger
          onSelect={(files) => {
            const [file] = files ?? []
            if (file !== undefined) void takeFile(file)
          }}
        >
          <Button size="small" icon={<FileUp />}>
            {valueTexts.fromFile}
          </Button>
        </FileTrigger>
      </div>
      {isShown ? (
        <TextArea
          {...field}
          label={dataTexts.value}
          value={notation === 'hex' ? hex : field.value}
          onChange={write}
          autoFocus={autoFocus}
          rows={3}
          isMonospaced
        />
      ) : (
        <div className="flex flex-wrap items-center gap-3 text-table">
          <Button size="small" onPress={() => setWhole(true)}>
            {valueTexts.showBytes}
          </Button>
        </div>
      )}
      {refused === undefined ? (
        <p role="status" className="text-table text-ink-2">
          {length !== undefined && valueTexts.size(formatBytes(length))} {valueTexts.sizeMax(formatBytes(bytesMax))}
        </p>
      ) : (
        <p role="alert" className="text-table text-crimson">
          {refused}
        </p>
      )}
    </div>
  )
}

function base64OfHex(hex: string): string | undefined {
  const bytes = bytesOfHex(hex)
  return bytes && encodeBase64(bytes)
}
