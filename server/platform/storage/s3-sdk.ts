// In a bundle `import()` of a CommonJS package brings everything under `default`; of a module of ours it does not.
export * as sdk from '@aws-sdk/client-s3'
