import type { RulesTestCase } from '@hearth/rules'
import * as z from 'zod/mini'

/** A test of rules. The server looks into one before it saves it; here it is told from what is none. */
export const rulesTest = z.custom<RulesTestCase>(
  (value) => typeof value === 'object' && value !== null && 'request' in value,
)
