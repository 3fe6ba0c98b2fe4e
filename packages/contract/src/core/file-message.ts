/** What only the server finds out about a file, told to citizens and staff alike. The rules that apps can check are in `message`. */
export const fileMessage = {
  unreadable: 'This kind of image cannot be read here. Please send it as JPEG or PNG.',
  broken: 'This picture is broken or too large. Please send it as JPEG or PNG.',
  name: 'The name of this file cannot be read. Please rename it and send it again.',
  cut: 'The form did not arrive whole. Please send it again.',
  infected: 'A virus was found in this file. It was not taken.',
  unchecked:
    'Files cannot be checked for viruses at the moment, so none is taken. Nothing was saved. Please try again later.',
} as const;
