export default function ExamplesPane() {
  return null
}
