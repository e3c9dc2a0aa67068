import { afterAll, onTestFinished, TestRunner } from 'vitest'

/** After the test that is running, or if none is, after the group or file. `afterAll` does nothing within a test. */
export function atEnd(work: () => unknown): void {
  if (TestRunner.getCurrentTest()) onTestFinished(async () => void (await work()))
  else afterAll(async () => void (await work()))
}
