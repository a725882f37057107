export { compileRules, findIssues, type Ruleset, servicesOf } from './evaluate/ruleset.ts'
export { type RulesIssue, RulesSources, type SourceFile } from './evaluate/rules-sources.ts'
export {
  decide,
  type DecideOptions,
  isVerdict,
  type NeedsDocument,
  type Refusal,
  type RulesRequest,
  type Verdict,
} from './evaluate/decide.ts'
export { type CoveringBlock, coveringBlock } from './evaluate/covering-block.ts'
export { decidingRefusal } from './evaluate/covering-block.ts'
export type { FindDocument, LookupResult, Observer } from './evaluate/evaluation.ts'
export { requestMembers } from './check/request-members.ts'
export { decideList, decideResult, type ListRequest } from './prove/decide-list.ts'
export { Coverage, type CoverageEntry, mergeCoverage } from './explain/coverage.ts'
export {
  decidingExpression,
  type DecidingExpression,
  decidingPath,
  type ExplainedExpression,
  Explanation,
  expressionText,
} from './explain/explanation.ts'
export { showValue } from './explain/show-result.ts'
export { decodeQuery, encodeQuery, type FilterJson, type QueryJson } from './suite/query-json.ts'
export { answer, liftResource, questionOf, type RulesQuestion } from './suite/question.ts'
export { lookupsMax, RulesSuite, type RulesTestResult, toldDocuments } from './suite/run-suite.ts'
export type { FunctionMock, JsonObject, ResourceJson, RulesTestCase } from './suite/test-case.ts'
export { liftDocument, liftField, liftJson } from './values/lift.ts'
export * from './values/rule-value.ts'
export type { UnknownPart } from './evaluate/unknown.ts'
export type { ServiceName } from './evaluate/scope.ts'
export type { Method } from './syntax/ast.ts'
export { pathAt } from './syntax/path-at.ts'
