import {
  useCallback,
  useRef,
  useState,
  type FocusEvent,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react'
import { setInteractionModality } from 'react-aria/useFocusVisible'
import { flushSync } from 'react-dom'
import { type Reaction, reactionTo } from '../backend/errors/reaction.ts'
import { changesOf, isOvertaken, shownValues, withEdit, withoutSaved, type Edits, type Tidy } from './edits.ts'

/** Says what is wrong with a value, or nothing. */
export type Validator<Values> = (value: string, values: Values) => string | undefined

export interface FormOptions<Values extends Record<string, string>> {
  /** What the record holds: fields that nobody changed follow it. */
  readonly initial: Values
  /** How a field's value is stored; without the spaces around it when left out. */
  readonly tidy?: Tidy<Values>
  readonly validators: Partial<Record<keyof Values & string, Validator<Values>>>
  /**
   * Called with valid values only, and with those that are other than the record's, as they are stored. What it throws is said at the field
   * that it is about, or is `failing`; where nothing is waited for it throws nothing.
   */
  readonly submit: (values: Values, changes: Partial<Values>) => Promise<void>
  /** Nothing is waited for: no state between the two is rendered. */
  readonly isInstant?: boolean
}

export interface FieldProps {
  readonly name: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onBlur: (event: FocusEvent) => void
  readonly error?: ReactNode
  /** Somebody else changed what is edited here. */
  readonly overtaken?: Overtaken
}

/** What a field holds that was changed elsewhere while it is edited. */
export interface Overtaken {
  readonly value: string
  /** Takes it instead of what was typed. */
  readonly take: () => void
}

export interface Form<Values extends Record<string, string>> {
  readonly values: Values
  /** What saving would change, as it is stored. */
  readonly changes: Partial<Values>
  readonly isChanged: boolean
  readonly isSubmitting: boolean
  /** What failed as a whole, until it is tried again. */
  readonly failing: Reaction | undefined
  readonly formProps: {
    readonly ref: RefObject<HTMLFormElement | null>
    readonly noValidate: true
    readonly onSubmit: (event: FormEvent) => void
    readonly onKeyDown: (event: KeyboardEvent<HTMLFormElement>) => void
  }
  field(name: keyof Values & string): FieldProps
  readonly setValue: (name: keyof Values & string, value: string) => void
  /** A message from the server for one field, which gets the focus. It goes away when the value changes. */
  reject(name: keyof Values & string, message: ReactNode): void
  focus(name: keyof Values & string): void
}

/** Longer than a press takes; some browsers don't tell that the focus goes to a button. */
const pressMs = 150

/**
 * A form as product.md section 7 wants it: validates on blur and on submit and not on each key, keeps what was typed, and puts the focus
 * on the first bad field. A field's control carries the field's name. Fields that nobody touched follow the record, and a field that the
 * record holds as it was typed is saved.
 */
export function useForm<Values extends Record<string, string>>(options: FormOptions<Values>): Form<Values> {
  const { initial: saved, tidy = trimmed } = options
  const [edits, setEdits] = useState<Edits<Values>>({})
  const [known, setKnown] = useState(saved)
  const [errors, setErrors] = useState<Partial<Record<string, ReactNode>>>({})
  const [isSubmitting, setSubmitting] = useState(false)
  const [failing, setFailing] = useState<Reaction>()
  const form = useRef<HTMLFormElement>(null)
  const names = Object.keys(saved) as (keyof Values & string)[]
  const values = shownValues(saved, edits)
  const changes = changesOf(saved, edits, tidy)

  if (names.some((name) => known[name] !== saved[name])) {
    setKnown(saved)
    setEdits(withoutSaved(saved, edits, tidy))
  }

  // Whoever holds on to it writes over the record as it is when they write.
  const latest = useRef(saved)
  latest.current = saved
  const setValue = useCallback(
    (name: keyof Values & string, value: string) => setEdits((before) => withEdit(before, latest.current, name, value)),
    [],
  )
  const errorOf = (name: keyof Values & string) => options.validators[name]?.(values[name] ?? '', values)
  const focus = (name: string) => {
    // After the render that shows the message, so that a screen reader hears both.
    setTimeout(() => {
      const control = form.current?.elements.namedItem(name)
      if (control instanceof HTMLElement) control.focus()
    })
  }

  const reject = (name: keyof Values & string, message: ReactNode) => {
    setErrors((before) => ({ ...before, [name]: message }))
    focus(name)
  }

  const submit = async () => {
    const found = names.map((name) => [name, errorOf(name)] as const).filter(([, error]) => error !== undefined)
    setErrors(Object.fromEntries(found))
    const first = found[0]?.[0]
    if (first !== undefined) {
      focus(first)
      return
    }
    if (options.isInstant === true) {
      await options.submit(values, changes)
      return
    }
    // At once, for what is sent may end the form or lead to another page before it is rendered anew.
    flushSync(() => {
      setSubmitting(true)
      setFailing(undefined)
    })
    try {
      await options.submit(values, changes)
    } catch (thrown) {
      const reaction = reactionTo(thrown)
      const field = names.find((name) => name === fieldAt(reaction))
      if (field === undefined || reaction.kind === 'quiet') setFailing(reaction)
      else reject(field, reaction.message)
    } finally {
      setSubmitting(false)
    }
  }

  return {
    values,
    changes,
    isChanged: Object.keys(changes).length > 0,
    isSubmitting,
    failing,
    formProps: {
      ref: form,
      noValidate: true,
      onSubmit: (event) => {
        event.preventDefault()
        event.stopPropagation()
        // Enter in a field clicks the form's button, which React Aria takes for a screen reader's click. After one it holds the focus of
        // what opens back until nothing on the page moves, and a dialog over this one would get none.
        if (document.activeElement instanceof HTMLInputElement) setInteractionModality('keyboard')
        if (!isSubmitting) void submit()
      },
      // Where Enter alone makes a new line.
      onKeyDown: (event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
        event.preventDefault()
        event.currentTarget.requestSubmit()
      },
    },
    field: (name) => ({
      name,
      value: values[name] ?? '',
      onChange: (value) => {
        setValue(name, value)
        setErrors((before) => ({ ...before, [name]: undefined }))
      },
      onBlur: ({ relatedTarget }) => {
        // An empty field that was only passed through is not wrong yet. On the way to a button nothing may move: the message would
        // push the button away from under the pointer, and pressing it validates anyway.
        if (values[name] === '' || relatedTarget instanceof HTMLButtonElement) return
        setTimeout(() => setErrors((before) => ({ ...before, [name]: before[name] ?? errorOf(name) })), pressMs)
      },
      ...(errors[name] !== undefined && { error: errors[name] }),
      ...(isOvertaken(saved, edits, name) && {
        overtaken: { value: saved[name] ?? '', take: () => setValue(name, saved[name] ?? '') },
      }),
    }),
    setValue,
    reject,
    focus,
  }
}

/** The field that is said to be wrong; what a policy wants is about the password. */
function fieldAt(reaction: Reaction): string | undefined {
  if (reaction.kind === 'at-field') return reaction.field
  return reaction.kind === 'policy' ? 'password' : undefined
}

function trimmed(_name: string, value: string): string {
  return value.trim()
}
