/** What attackers write where a name is expected, to get out of a folder or to end a name early. */

/** Separated by blanks. */
const PARTS = [
  '.. . ../secrets.json ..%2fsecrets.json %2e%2e%2fsecrets.json %2e%2e/secrets.json',
  '..%5csecrets.json ..\\secrets.json ....//secrets.json ..;/secrets.json',
  '%252e%252e%252fsecrets.json ..%c0%afsecrets.json %c0%ae%c0%ae/secrets.json ..%00 a1%00.png',
  'a1%0d%0aset-cookie:x a1%20 a1. a1/ a1//thumb a1/thumb/ a1/thumb/../../secrets.json /etc/passwd',
  '%2fetc%2fpasswd C:%5cwindows file:%2f%2f%2fetc ~ ~root con ..%u2215secrets.json %ff % %zz',
  'a1;x=1 a1%3fx a1%23x \u202etest é',
].join(' ')

/** Each stands where an id or a file name is expected. */
export const TRAVERSALS = [...PARTS.split(' '), 'x'.repeat(201), '']
