/**
 * A certificate for 127.0.0.1 that signs itself, until 2126, with its key: for servers of tests alone. Nobody trusts it
 * who was not told to. Made by `openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 36500
 * -subj /CN=127.0.0.1 -addext subjectAltName=IP:127.0.0.1`.
 */
export const selfSigned = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgy7glcfxxwuPNPr89
9mjgxMDTC+uI3fw2t/UyFYrAygOhRANCAARCqTMO5pKQMOIULwS/hFa8VYSk7kkk
eTvj6kpmRu9r+RH/3Uenmo35s0gDzAV2UkneZSnrimPIUyrKv3q4hdYx
-----END PRIVATE KEY-----
`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBkTCCATagAwIBAgIUAxx5xelNEFnWzOhzNGHZl7O1538wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJMTI3LjAuMC4xMCAXDTI2MTEyOTIxNTEyNFoYDzIxMjYxMTA1
MjE1MTI0WjAUMRIwEAYDVQQDDAkxMjcuMC4wLjEwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAARCqTMO5pKQMOIULwS/hFa8VYSk7kkkeTvj6kpmRu9r+RH/3Uenmo35
s0gDzAV2UkneZSnrimPIUyrKv3q4hdYxo2QwYjAdBgNVHQ4EFgQU45wZ8xXIqxD2
IkWfGtqVkmV/OYQwHwYDVR0jBBgwFoAU45wZ8xXIqxD2IkWfGtqVkmV/OYQwDwYD
VR0TAQH/BAUwAwEB/zAPBgNVHREECDAGhwR/AAABMAoGCCqGSM49BAMCA0kAMEYC
IQDBBabdmGufJ6yBtsGfqmuoyJaUs9TXctLMMDtzoZLqkAIhANNA9q0wOdm4IwWq
MO6nQhttsZVOWh03nWju1a166G63
-----END CERTIFICATE-----
`,
}
