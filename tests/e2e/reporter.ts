// What a run of journeys says: a line for each, what failed in full, the count at the end; test-results gets the same for verify, and a table of seconds.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { FullConfig, FullResult, Reporter, Suite, TestCase, TestError, TestResult } from '@playwright/test/reporter'

const results = join(import.meta.dirname, '../../test-results')
const indented = (text: string) => stripVTControlCharacters(text).replaceAll('\n', '\n      ')

export default class JourneysReporter implements Reporter {
  private failures: { file: string; name: string; message: string }[] = []
  private seconds: { file: string; name: string; seconds: number }[] = []
  private passed = 0
  private skipped = 0
  private began = Date.now()

  printsToStdio() {
    return true
  }
  onBegin(_config: FullConfig, suite: Suite) {
    mkdirSync(results, { recursive: true })
    this.began = Date.now()
    console.log(`${suite.allTests().length} journeys`)
  }
  onTestEnd(test: TestCase, result: TestResult) {
    const [, , file = '', ...names] = test.titlePath()
    const name = names.join(' ')
    const seconds = Math.round(result.duration / 100) / 10
    this.seconds.push({ file, name, seconds })
    if (result.status === 'passed') {
      this.passed++
      console.log(`ok    ${file}: ${name} (${seconds} s)`)
    } else if (result.status === 'skipped' && test.expectedStatus === 'skipped') {
      this.skipped++
      console.log(`skip  ${file}: ${name}: ${test.annotations.map(one => one.description).join(' ')}`)
    } else {
      const notTold = result.status === 'skipped' || result.status === 'interrupted'
      const errors = notTold
        ? ['not told, as the story had failed before or the run was ended']
        : result.errors.map(one => one.stack ?? one.message ?? String(one.value))
      this.failures.push({ file, name, message: stripVTControlCharacters(errors[0] ?? result.status) })
      console.log(`FAIL  ${file}: ${name} (${seconds} s)\n      ${errors.map(indented).join('\n      ')}`)
      for (const { name: kind, body, path } of result.attachments)
        if (kind === 'problems') console.log(`      ${indented(String(body))}`)
        else if (path) console.log(`      ${kind}: ${path}`)
    }
  }
  onStdOut(chunk: string | Buffer) {
    process.stdout.write(chunk)
  }
  onStdErr(chunk: string | Buffer) {
    process.stderr.write(chunk)
  }
  onError(error: TestError) {
    const message = stripVTControlCharacters(error.stack ?? error.message ?? String(error.value))
    this.failures.push({ file: '', name: 'the run', message })
    console.log(`FAIL  ${indented(message)}`)
  }
  onEnd(_result: FullResult) {
    const { passed, skipped, failures } = this
    const count = { passed, failed: failures.length, skipped }
    writeFileSync(join(results, 'e2e.json'), `${JSON.stringify({ ...count, failures })}\n`)
    writeFileSync(
      join(results, 'e2e-seconds.json'),
      `${JSON.stringify({ run: Math.round((Date.now() - this.began) / 1000), journeys: this.seconds }, null, 1)}\n`,
    )
    console.log(`\n${passed} passed, ${failures.length} failed${skipped ? `, ${skipped} skipped` : ''}`)
  }
}
