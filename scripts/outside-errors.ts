// A reporter of vitest: keeps errors outside any test, which the JSON report leaves out, in the file that TESSERA_OUTSIDE_ERRORS names.
import { writeFileSync } from 'node:fs'
import type { Reporter } from 'vitest/node'

export default class OutsideErrors implements Reporter {
  onTestRunEnd: NonNullable<Reporter['onTestRunEnd']> = (modules, errors, reason) => {
    const told = [
      ...modules.flatMap(module => module.errors().map(error => ({ module: module.relativeModuleId, error }))),
      ...errors.map(error => ({ module: '', error })),
    ]
    const lines = told.map(({ module, error }) => {
      const { VITEST_TEST_PATH: path, VITEST_TEST_NAME: test } = error as { VITEST_TEST_PATH?: string; VITEST_TEST_NAME?: string }
      return { file: module || path || '', test: test ?? '', message: `${error.name ?? 'Error'}: ${error.message}\n${error.stack ?? ''}` }
    })
    writeFileSync(process.env.TESSERA_OUTSIDE_ERRORS!, JSON.stringify({ reason, errors: lines }))
  }
}
