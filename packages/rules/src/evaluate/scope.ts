import type { FunctionDeclaration } from '../syntax/ast.ts'

export type ServiceName = 'cloud.firestore' | 'firebase.storage'

/** What a name stands for. */
export type Binding =
  /** The n-th of the path's captures, counted from the outermost pattern. */
  | { readonly kind: 'capture'; readonly index: number }
  /** A parameter or `let` of the function around. */
  | { readonly kind: 'local'; readonly slot: number }
  | { readonly kind: 'request' | 'resource' }

/** The names that an expression can use; inner ones hide outer ones. */
export class Scope {
  readonly service: ServiceName
  readonly #parent: Scope | undefined
  readonly #names = new Map<string, Binding>()
  readonly #functions = new Map<string, ScopedFunction>()

  constructor(service: ServiceName, parent?: Scope, functions: readonly FunctionDeclaration[] = []) {
    this.service = service
    this.#parent = parent
    for (const declaration of functions) {
      this.#functions.set(declaration.name, { declaration, scope: this })
    }
    if (parent === undefined) {
      this.#names.set('request', { kind: 'request' })
      this.#names.set('resource', { kind: 'resource' })
    }
  }

  inner(functions: readonly FunctionDeclaration[] = []): Scope {
    return new Scope(this.service, this, functions)
  }

  bind(name: string, binding: Binding): void {
    this.#names.set(name, binding)
  }

  find(name: string): Binding | undefined {
    return this.#names.get(name) ?? this.#parent?.find(name)
  }

  findFunction(name: string): ScopedFunction | undefined {
    return this.#functions.get(name) ?? this.#parent?.findFunction(name)
  }
}

/** A function and the scope that its body is read in. */
export interface ScopedFunction {
  readonly declaration: FunctionDeclaration
  readonly scope: Scope
}
