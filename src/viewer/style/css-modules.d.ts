/** A sheet as a text, as the bundler gives it. */
declare module '*.css?inline' {
  const text: string
  export default text
}
