;; Adds up, for 16 signatures at a time, what their nibbles say against a query (signature-scan.ts).
;; Memory: 96 tables of 16 bytes at 0, two for each byte of a signature (its low nibble, its high one), no entry over 127;
;; then blocks of 768 bytes: byte 0 of 16 signatures, byte 1 of the same 16, and so on. Writes 16 sums of 16 bits a block.
(module
  (import "signatures" "memory" (memory 1))
  (func (export "scan") (param $data i32) (param $out i32) (param $end i32)
    (local $row i32) (local $table i32) (local $v v128) (local $s v128)
    (local $low v128) (local $high v128) (local $mask v128)
    (local.set $mask (v128.const i8x16 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15))
    (block $done
      (loop $blocks
        (br_if $done (i32.ge_u (local.get $data) (local.get $end)))
        (local.set $low (v128.const i64x2 0 0))
        (local.set $high (v128.const i64x2 0 0))
        (local.set $table (i32.const 0))
        (loop $rows
          (local.set $v (v128.load (local.get $data)))
          (local.set $s (i8x16.add
            (i8x16.swizzle (v128.load (local.get $table)) (v128.and (local.get $v) (local.get $mask)))
            (i8x16.swizzle (v128.load offset=16 (local.get $table)) (i8x16.shr_u (local.get $v) (i32.const 4)))))
          (local.set $low (i16x8.add (local.get $low) (i16x8.extend_low_i8x16_u (local.get $s))))
          (local.set $high (i16x8.add (local.get $high) (i16x8.extend_high_i8x16_u (local.get $s))))
          (local.set $data (i32.add (local.get $data) (i32.const 16)))
          (local.set $table (i32.add (local.get $table) (i32.const 32)))
          (br_if $rows (i32.lt_u (local.get $table) (i32.const 1536))))
        (v128.store (local.get $out) (local.get $low))
        (v128.store offset=16 (local.get $out) (local.get $high))
        (local.set $out (i32.add (local.get $out) (i32.const 32)))
        (br $blocks)))))
