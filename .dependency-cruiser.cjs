// Imports go one way: contract <- platform <- features <- app, jobs, main.
const { readdirSync, readFileSync } = require('node:fs')
const { join } = require('node:path')

/** The features, the lowest first, as ARCHITECTURE.md lists them. */
const features = /```features\n([^`]+)```/
  .exec(readFileSync(join(__dirname, 'ARCHITECTURE.md'), 'utf8'))[1]
  .split(/[,\s]+/)
  .filter(Boolean)

for (const folder of readdirSync(join(__dirname, 'server/features')))
  if (!features.includes(folder))
    throw new Error(`ARCHITECTURE.md gives ${folder} no place among the features`)

/** One rule for each feature: it imports nothing that stands after it. */
const orderOfFeatures = features.slice(0, -1).map((feature, at) => ({
  name: `${feature}-imports-only-what-stands-before-it`,
  severity: 'error',
  from: { path: `^server/features/${feature}/`, pathNot: '\\.test\\.ts$' },
  to: { path: `^server/features/(${features.slice(at + 1).join('|')})/` },
}))

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...orderOfFeatures,
    {
      name: 'no-circles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'contract-imports-typebox-and-itself',
      severity: 'error',
      from: { path: '^contract/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: ['^contract/', 'node_modules/@sinclair/typebox/'] },
    },
    {
      name: 'the-client-needs-nothing-else',
      severity: 'error',
      from: { path: '^client/src/' },
      to: { pathNot: '^client/src/' },
    },
    {
      name: 'the-console-imports-the-contract-and-itself',
      severity: 'error',
      from: { path: '^console/' },
      to: { path: '^(server|bench|scripts)/' },
    },
    {
      name: 'what-screens-are-made-of-knows-no-screen',
      severity: 'error',
      from: { path: '^console/src/(lib|ui)/' },
      to: { path: '^console/src/(app|features)/' },
    },
    {
      name: 'a-screen-knows-no-app',
      severity: 'error',
      from: { path: '^console/src/features/' },
      to: { path: '^console/src/app/' },
    },
    {
      name: 'nobody-imports-the-console',
      severity: 'error',
      from: { path: '^(contract|server|bench)/' },
      to: { path: '^console/' },
    },
    {
      name: 'platform-knows-no-feature',
      severity: 'error',
      from: { path: '^server/platform/', pathNot: '\\.test\\.ts$' },
      to: { path: '^server/', pathNot: '^server/platform/' },
    },
    {
      name: 'platform-knows-what-all-endpoints-have-in-common',
      comment:
        'Of the contract: how endpoints are declared, problems, permissions, settings; no endpoint of the product.',
      severity: 'error',
      from: { path: '^server/platform/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^contract/',
        pathNot: '^contract/(embeds|endpoint|permissions|problems|schema|settings)\\.ts$',
      },
    },
    {
      name: 'features-know-no-composition',
      severity: 'error',
      from: { path: '^server/features/', pathNot: '\\.test\\.ts$' },
      to: { path: '^server/[^/]+\\.ts$|^server/(cli|test)/', pathNot: '^server/database\\.ts$' },
    },
    {
      name: 'a-feature-is-used-through-its-actions',
      comment:
        'Another feature is reached through its actions, policy, view or table (types), never through its store or routes.',
      severity: 'error',
      from: { path: '^server/features/([^/]+)/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^server/features/',
        pathNot: ['^server/features/$1/', '\\.(actions|policy|view|table|rules)\\.ts$', '/actions/'],
      },
    },
    {
      name: 'tables-are-types-only',
      severity: 'error',
      from: { path: '\\.table\\.ts$' },
      to: { path: '^server/', pathNot: '\\.table\\.ts$' },
    },
    {
      name: 'tests-are-not-imported',
      severity: 'error',
      from: { pathNot: '\\.test\\.ts$|^server/test/|^bench/' },
      to: { path: '\\.test\\.ts$|^server/test/' },
    },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
    },
    exclude: { path: '(^|/)(dist|node_modules/\\.cache)/' },
  },
}
