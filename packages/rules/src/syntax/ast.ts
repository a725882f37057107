import type { Span } from './source-position.ts'

/** A source of rules as it was read. Parts that could not be read are left out; the issues say which. */
export interface RulesFile {
  readonly version: 1 | 2
  /** False when no version was written, which means 1. */
  readonly isVersionGiven: boolean
  readonly functions: readonly FunctionDeclaration[]
  readonly services: readonly ServiceBlock[]
}

export interface ServiceBlock extends Span {
  readonly name: string
  readonly functions: readonly FunctionDeclaration[]
  readonly matches: readonly MatchBlock[]
}

export interface MatchBlock extends Span {
  readonly pattern: readonly PatternSegment[]
  readonly functions: readonly FunctionDeclaration[]
  readonly matches: readonly MatchBlock[]
  readonly allows: readonly AllowStatement[]
}

export type PatternSegment = Span &
  (
    | { readonly kind: 'literal'; readonly text: string }
    /** `{name}`: one segment. */
    | { readonly kind: 'capture'; readonly name: string }
    /** `{name=**}`: the rest, or in version 2 any number of segments. */
    | { readonly kind: 'glob'; readonly name: string }
  )

export type Verb = 'read' | 'write' | Method
export type Method = 'get' | 'list' | 'create' | 'update' | 'delete'

export interface AllowStatement extends Span {
  readonly verbs: readonly Verb[]
  /** Absent: always. */
  readonly condition: Expression | undefined
}

export interface FunctionDeclaration extends Span {
  readonly name: string
  readonly parameters: readonly string[]
  readonly lets: readonly LetStatement[]
  readonly result: Expression
}

export interface LetStatement extends Span {
  readonly name: string
  readonly value: Expression
}

export type BinaryOperator = '==' | '!=' | '<' | '<=' | '>' | '>=' | '+' | '-' | '*' | '/' | '%' | 'in'

export const TYPE_NAMES = [
  'bool',
  'bytes',
  'duration',
  'float',
  'int',
  'latlng',
  'list',
  'map',
  'number',
  'path',
  'string',
  'timestamp',
  'set',
  'map_diff',
  'vector',
  'constraint',
] as const
export type TypeName = (typeof TYPE_NAMES)[number]

export type PathSegment =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'value'; readonly value: Expression }

export type Literal = null | boolean | bigint | number | string | Uint8Array

export type Expression = Span &
  (
    | { readonly kind: 'literal'; readonly value: Literal }
    | { readonly kind: 'name'; readonly name: string }
    | { readonly kind: 'list'; readonly items: readonly Expression[] }
    | { readonly kind: 'map'; readonly entries: readonly { readonly key: Expression; readonly value: Expression }[] }
    | { readonly kind: 'path'; readonly segments: readonly PathSegment[] }
    | { readonly kind: 'member'; readonly object: Expression; readonly name: string }
    | { readonly kind: 'index'; readonly object: Expression; readonly index: Expression }
    | {
        readonly kind: 'slice'
        readonly object: Expression
        /** Absent: from the start. */
        readonly from: Expression | undefined
        /** Absent: to the end. */
        readonly to: Expression | undefined
      }
    /** `object` absent: a function. Present: a method, or a function of a namespace such as `math`. */
    | {
        readonly kind: 'call'
        readonly object: Expression | undefined
        readonly name: string
        readonly args: readonly Expression[]
      }
    | { readonly kind: 'not'; readonly operand: Expression }
    | { readonly kind: 'negate'; readonly operand: Expression }
    | {
        readonly kind: 'binary'
        readonly operator: BinaryOperator
        readonly left: Expression
        readonly right: Expression
      }
    | { readonly kind: 'is'; readonly operand: Expression; readonly type: TypeName }
    | { readonly kind: 'and' | 'or'; readonly left: Expression; readonly right: Expression }
    | {
        readonly kind: 'ternary'
        readonly condition: Expression
        readonly whenTrue: Expression
        readonly whenFalse: Expression
      }
  )
