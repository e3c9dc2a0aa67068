// In a bundle, `import()` of a CommonJS package returns everything under `default`; of one of our modules it does
// not.
export * as sdk from '@aws-sdk/client-s3'
