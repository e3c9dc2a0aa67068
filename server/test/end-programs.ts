import { afterAll } from 'vitest'
import { endPrograms } from './program.ts'

// Loaded for each test file, unlike the module with the programs, which the files of one process share.
afterAll(endPrograms)
