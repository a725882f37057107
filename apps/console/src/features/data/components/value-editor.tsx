import { useCallback, useEffect, useMemo, useRef, useState, type FormEvent, type KeyboardEvent } from 'react'
import { cellTexts } from '../../../texts/en/data-cells.ts'
import { dataTexts } from '../../../texts/en/data.ts'
import { valueTexts } from '../../../texts/en/data-values.ts'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { floatClasses } from '../../../ui/float.ts'
import { LateSelect } from '../../../ui/late-select.tsx'
import type { SelectOption } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { formatText, parseText } from '../../../documents/values/editor-text.ts'
import { fieldNameProblem } from '../../../documents/values/written-field-path.ts'
import { type MemberKey, membersOf, withMember } from '../../../documents/values/members.ts'
import {
  isNumberType,
  operationTypes,
  plainTypes,
  type TypedValue,
  type ValueType,
} from '../../../documents/values/typed-value.ts'
import { type CellTyping, type Step, useCellKeys } from '../cells/use-cell-keys.ts'
import { holderIn, isHolderType } from '../editors/members-control.tsx'
import { isForLater, submitForLater } from '../editors/take-over-editors.ts'
import { ValueControl } from '../editors/value-control.tsx'

/** What one line says; the controls of the other types take the whole width. */
const inOneLine: readonly ValueType[] = ['integer', 'double', 'increment', 'boolean', 'server-time']

const overCell: readonly ValueType[] = [
  'string',
  'null',
  'integer',
  'double',
  'boolean',
  'timestamp',
  'reference',
  'geopoint',
]

export interface ValueEditorProps {
  /** What is edited, for screen readers. */
  readonly label: string
  /** undefined for a new one. One whose type is known better later counts as long as nobody chose another type. */
  readonly value: TypedValue | undefined
  /** Of a new one, until another is chosen; a text otherwise. */
  readonly newType?: ValueType
  /** In a cell of a table. */
  readonly inCell?: CellTyping
  /** Whether it stands in an array, which holds no array directly. */
  readonly isElement: boolean
  /** Whether the server may work something out here: nowhere inside an array. */
  readonly mayOperate: boolean
  /** In a document: whether it is saved when it is taken over, unless somebody wants it to wait for others, or with others. */
  readonly saving?: 'at-once' | 'later'
  /** For a new field of a map or of the document: its name, empty for a new one, and the names that others have. */
  readonly naming?: { readonly name: string; readonly taken: ReadonlySet<string> }
  /** `isLater`: it is to wait for others. */
  readonly onApply: (value: TypedValue, name: string, step: Step, isLater: boolean) => void
  readonly onCancel: (step: Step) => void
  /** Told which type is edited. */
  readonly onType?: (type: ValueType) => void
  /** Whether there is something to lose; must be the same function from render to render. */
  readonly onTyping: (isTyping: boolean) => void
}

/**
 * One value with its type, edited where it stands. Enter takes it over, also a text, which Shift and Enter break; Escape leaves it as it
 * was. What is typed over null is a text. What stands in a map or an array is edited in its place, and is part of the value as soon as
 * it is taken over.
 */
export function ValueEditor(props: ValueEditorProps) {
  const { label, value, newType, inCell, isElement, mayOperate, saving, naming } = props
  const { onApply, onCancel, onType, onTyping } = props
  const start = useMemo(() => startFrom(value, newType), [value, newType])
  /** The list of types keeps the focus while somebody goes through it. */
  const [chosenType, setType] = useState<ValueType>()
  const typeOf = (text: string): ValueType => {
    const held = chosenType ?? start.type
    return held === 'null' && text !== '' ? 'string' : held
  }
  const [name] = useState(naming?.name ?? '')
  /** A text that a type began with, and the one that it took the place of: on the way through several types nothing is lost. */
  const [begun, setBegun] = useState<{ readonly text: string; readonly before: string }>()
  /** What is wrong with a text, where its control knows better than the text says. */
  const [refused, setRefused] = useState<{ readonly text: string; readonly problem: string }>()
  /** The value inside this one that is edited now; a new one has no key. */
  const [member, setMember] = useState<{ readonly key: MemberKey | undefined }>()
  const [isTypingMember, setTypingMember] = useState(false)
  /** Whether the submission that is under way is one of the button that lets it wait. */
  const isLater = useRef(false)
  const form = useForm({
    initial: { name, value: inCell?.typed ?? start.text },
    validators: {
      name: (name) =>
        naming === undefined
          ? undefined
          : (fieldNameProblem(name) ?? (naming.taken.has(name) ? valueTexts.nameTaken : undefined)),
      value: (text) => {
        if (refused?.text === text) return refused.problem
        const parsed = parseText(typeOf(text), text)
        return 'problem' in parsed ? parsed.problem : undefined
      },
    },
    isInstant: true,
    async submit(values) {
      const parsed = parseText(typeOf(values.value), values.value)
      if ('value' in parsed) onApply(parsed.value, values.name, keys.step.current, isLater.current)
    },
  })
  const type = typeOf(form.values.value)
  useEffect(() => onType?.(type), [type, onType])
  const isOver = inCell?.isOver === true && isOverCell(type)
  const isChanged = type !== start.type || form.values.name !== name || form.values.value !== start.text
  const isTyping = isChanged || isTypingMember
  const keys = useCellKeys(form.formProps.ref, inCell, isTyping, form.formProps.onSubmit, onCancel)
  useEffect(() => {
    onTyping(isTyping)
    return () => onTyping(false)
  }, [isTyping, onTyping])
  const { ref } = form.formProps
  const isInCell = inCell !== undefined
  const showWhole = useCallback(() => {
    if (!isInCell) ref.current?.scrollIntoView({ block: 'nearest' })
  }, [isInCell, ref])
  // The control of another type may be taller, and its buttons stay in sight.
  useEffect(() => {
    if (chosenType !== undefined) showWhole()
  }, [chosenType, showWhole])
  const typeOptions = useMemo(() => typeOptionsOf(isElement, mayOperate), [isElement, mayOperate])
  const isNew = naming?.name === ''
  // Nobody has overtaken what the server has said the exact type of.
  const { overtaken: _, ...field } = form.field('value')

  const choose = (chosen: ValueType): void => {
    setType(chosen)
    const written = begun?.text === form.values.value ? begun.before : form.values.value
    // Null holds no text, and leaves it to the next type.
    const fits = chosen !== 'null' && 'value' in parseText(chosen, written)
    const text = fits ? written : startOf(chosen)
    setBegun(fits ? undefined : { text, before: written })
    form.setValue('value', text)
  }

  const holder = isHolderType(type) && member !== undefined ? holderIn(type, form.values.value) : undefined
  if (holder !== undefined && member !== undefined) {
    const { key } = member
    const members = membersOf(holder)
    const isMap = holder.kind === 'map'
    const others = members.flatMap(([one]) => (one === key ? [] : [String(one)]))
    return (
      <div className="mt-2 border-l-2 border-line-strong pl-3">
        <bdi className="block font-mono text-code">
          {key === undefined ? valueTexts.newMember : isMap ? key : `[${key}]`}
        </bdi>
        <ValueEditor
          key={String(key)}
          label={key === undefined ? valueTexts.addMember : valueTexts.editMember(isMap ? String(key) : `[${key}]`)}
          value={members.find(([one]) => one === key)?.[1]}
          isElement={!isMap}
          mayOperate={mayOperate && isMap}
          {...(isMap && { naming: { name: key === undefined ? '' : String(key), taken: new Set(others) } })}
          onTyping={setTypingMember}
          onCancel={() => setMember(undefined)}
          onApply={(next, name) => {
            form.setValue('value', formatText(withMember(holder, key, name, next)))
            setMember(undefined)
          }}
        />
      </div>
    )
  }
  return (
    <form
      {...form.formProps}
      aria-label={label}
      className={
        isOver
          ? 'relative flex min-h-(--grid-row) items-start gap-1.5 px-1.5 touch:min-h-11'
          : '@container grid scroll-mt-18 scroll-mb-18 gap-3 py-2 tablet:scroll-mb-2'
      }
      onSubmit={(event: FormEvent<HTMLFormElement>) => {
        isLater.current = isForLater(event)
        keys.onSubmit(event)
      }}
      onPointerDown={keys.onPointerDown}
      onKeyDown={(event) => {
        // What a list or a picker inside has taken is not meant for the form.
        if (event.key === 'Escape' && !event.isDefaultPrevented()) onCancel(0)
        keys.onKeyDown(event)
        const isCommand = event.ctrlKey || event.metaKey
        if (event.key === 'Enter' && !isCommand && takesOver(event, type)) {
          event.preventDefault()
          event.currentTarget.requestSubmit()
          return
        }
        // The page saves, and takes what is typed over first; a cell saves itself.
        if (!isCommand || !(event.key === 'Enter' || (event.key === 's' && inCell !== undefined))) return
        event.preventDefault()
        event.stopPropagation()
        event.currentTarget.requestSubmit()
      }}
    >
      {naming !== undefined && (
        <TextField {...form.field('name')} label={dataTexts.fieldName} isMonospaced autoFocus={isNew} />
      )}
      <div
        className={
          isOver
            ? 'contents'
            : classNames('grid gap-3', inOneLine.includes(type) && '@md:grid-cols-[10rem_minmax(0,1fr)]')
        }
      >
        <div ref={keys.types} className={isOver ? 'mt-1.5 shrink-0 touch:mt-0.5' : '@md:w-40'}>
          <LateSelect
            label={dataTexts.type}
            options={typeOptions}
            value={type}
            onChange={choose}
            onThere={showWhole}
            isChip={isOver}
          />
        </div>
        <div ref={keys.control} className="contents">
          <ValueControl
            key={controlOf(type)}
            type={type}
            isInCell={isInCell}
            overCell={isOver ? inCell.texts : undefined}
            field={field}
            autoFocus={(inCell?.autoFocus ?? !isNew) && chosenType === undefined}
            onText={(text, problem) => {
              setRefused(problem === undefined ? undefined : { text, problem })
              field.onChange(text)
            }}
            onServerTime={mayOperate ? () => choose('server-time') : undefined}
            onOpenMember={(key) => setMember({ key })}
          />
        </div>
      </div>
      {!isOver && (
        <div className="flex flex-wrap justify-end gap-2">
          <Button size="small" variant={isInCell ? 'default' : 'quiet'} onPress={() => onCancel(0)}>
            {dataTexts.cancel}
          </Button>
          {saving === 'at-once' && (
            <Button size="small" variant="default" onPress={() => ref.current !== null && submitForLater(ref.current)}>
              {dataTexts.apply}
            </Button>
          )}
          {/* Where it saves nothing yet it isn't what the page or the dialog around it is for. */}
          <Button size="small" type="submit" variant={isInCell || saving === 'at-once' ? 'primary' : 'default'}>
            {isInCell || saving === 'at-once' ? dataTexts.save : dataTexts.apply}
          </Button>
        </div>
      )}
      {isOver && <CellKeysHelp isText={type === 'string' || type === 'null'} />}
    </form>
  )
}

/** What is edited in the cell itself; the controls of the other types stand beside it. */
export function isOverCell(type: ValueType): boolean {
  return overCell.includes(type)
}

/** The keys that end the editing of a cell, beside it or below it. */
function CellKeysHelp({ isText }: { readonly isText: boolean }) {
  const keys: readonly (readonly [key: string, act: string])[] = [
    ['↵', cellTexts.keys.save],
    ['⇥', cellTexts.keys.next],
    ...(isText ? ([['⇧↵', cellTexts.keys.line]] as const) : []),
    ['esc', cellTexts.keys.leave],
  ]
  return (
    <div
      aria-hidden="true"
      className={classNames(
        floatClasses,
        'absolute flex items-center gap-2 px-2 py-1 text-small whitespace-nowrap text-ink-2 touch:hidden',
        'in-data-[keys=below]:top-full in-data-[keys=below]:left-0 in-data-[keys=below]:mt-1.5',
        'in-data-[keys=beside]:top-0 in-data-[keys=beside]:left-full in-data-[keys=beside]:ml-1.5',
      )}
    >
      {keys.map(([key, act]) => (
        <span key={key}>
          <kbd className="mr-1 rounded-small border border-line px-1 text-ink-3">{key}</kbd>
          {act}
        </span>
      ))}
    </div>
  )
}

function typeOptionsOf(isElement: boolean, mayOperate: boolean): readonly SelectOption<ValueType>[] {
  const types = [...plainTypes, ...(isElement ? [] : (['array'] as const)), ...(mayOperate ? operationTypes : [])]
  return types.map((id) => ({ id, label: valueTexts.types[id] }))
}

/** What the editor begins with. */
function startFrom(
  value: TypedValue | undefined,
  newType: ValueType = 'string',
): { readonly type: ValueType; readonly text: string } {
  return value === undefined ? { type: newType, text: startOf(newType) } : { type: value.kind, text: formatText(value) }
}

/** What the control holds after a change to a type that the text before doesn't fit. */
function startOf(type: ValueType): string {
  switch (type) {
    case 'boolean':
      return 'true'
    case 'timestamp':
      return new Date().toISOString()
    case 'map':
      return '{}'
    case 'array':
    case 'array-add':
    case 'array-remove':
      return '[]'
    default:
      return ''
  }
}

/** One control has all numbers, so that a type that is known better later leaves what is typed alone; and one null and the text typed over it. */
function controlOf(type: ValueType): string {
  if (isNumberType(type)) return 'number'
  return type === 'null' ? 'string' : type
}

/**
 * Whether Enter takes over what is typed in a box of several lines, as it does by itself in those of one. A line break means nothing in
 * a value of one line; the JSON of maps and arrays keeps it, and so does a text where no Shift is at hand.
 */
function takesOver({ target, shiftKey, nativeEvent }: KeyboardEvent, type: ValueType): boolean {
  if (!(target instanceof HTMLTextAreaElement) || nativeEvent.isComposing) return false
  if (isHolderType(type)) return false
  if (type !== 'string' && type !== 'null') return true
  return !shiftKey && !matchMedia('(pointer: coarse)').matches
}
