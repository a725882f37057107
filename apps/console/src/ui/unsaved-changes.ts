import { useEffect, useRef, useSyncExternalStore } from 'react'

type Question = { readonly leave: () => void } | undefined

/** The forms of the page with something in them that isn't saved, and the question whether to leave them. */
class UnsavedChanges {
  readonly #forms = new Set<object>()
  readonly #listeners = new Set<() => void>()
  #question: Question

  get isAny(): boolean {
    return this.#forms.size > 0
  }

  get count(): number {
    return this.#forms.size
  }

  /** Counts a form until the answered function is called. */
  add(): () => void {
    const form = {}
    this.#forms.add(form)
    return () => this.#forms.delete(form)
  }

  /** Leaves a view that is no page of its own; asks before, when something in it isn't saved. */
  leave = (leave: () => void): void => {
    if (this.isAny) this.#ask({ leave })
    else leave()
  }

  answer = (isLeaving: boolean): void => {
    const question = this.#question
    this.#ask(undefined)
    if (isLeaving) question?.leave()
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  getQuestion = (): Question => this.#question

  #ask(question: Question): void {
    this.#question = question
    for (const listener of this.#listeners) listener()
  }
}

/** The page's forms are one set: whoever leaves it leaves all of them. */
export const unsavedChanges = new UnsavedChanges()

/** Counts the form of this component while it has unsaved changes. */
export function useUnsavedChanges(isChanged: boolean): void {
  useEffect(() => (isChanged ? unsavedChanges.add() : undefined), [isChanged])
}

/** Screens that ask by themselves before they are left, each with how many unsaved changes it holds. */
const counters = new Set<() => number>()

/** How many changes screens hold that ask by themselves. */
export function countHeldChanges(): number {
  return [...counters].reduce((sum, count) => sum + count(), 0)
}

/** Counts the unsaved changes of a screen that asks by itself before it is left: signing out asks about them as well. */
export function useHeldChanges(count: () => number): void {
  const latest = useRef(count)
  useEffect(() => {
    latest.current = count
  })
  useEffect(() => {
    const counter = (): number => latest.current()
    counters.add(counter)
    return () => void counters.delete(counter)
  }, [])
}

/** What is being asked about a view of the page, if anything is. */
export function useLeaveQuestion(): Question {
  return useSyncExternalStore(unsavedChanges.subscribe, unsavedChanges.getQuestion)
}
